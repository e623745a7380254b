// Longer than 300 lines, for it is one table: the texts of all refusals and failures.

export const errors = {
  UnknownError: 'Sava azaghị. Lelee njikọ gị ma nwaa ọzọ.',

  'Denied.notSignedIn': 'Onye ọrụ a abanyeghị na ngwa ahụ!',
  'Denied.notMember': 'E nyeghị ikike achọrọ. Ụlọ ọrụ gị enyebeghị gị ọrụ.',
  'Denied.all': 'E nyeghị ikike achọrọ. A ga-enwe ikike ndị a niile: {permissions}',
  'Denied.any': 'E nyeghị ikike achọrọ. A ga-enwe opekata mpe otu n’ime ikike ndị a: {permissions}',
  'Failure.internal': 'Mperi dị n’ime mere n’oge arịrịọ gị!',

  'Refusal.invalidUserNameOrPassword': 'Nbanye dara!',
  'Refusal.invalidUserNameOrPassword.details': 'Aha njirimara ma ọ bụ okwuntughe ezighi ezi',
  'Refusal.userIsNotActive': 'Nbanye dara!',
  'Refusal.userIsNotActive.details': 'Onye ọrụ {userName} anaghị arụ ọrụ, ọ gaghị abanye.',
  'Refusal.userEmailIsNotConfirmed': 'Nbanye dara!',
  'Refusal.userEmailIsNotConfirmed.details': 'E kwenyebeghị adreesị ozi-e gị.',
  'Refusal.noTenantWithName': 'Nbanye dara!',
  'Refusal.noTenantWithName.details': 'Enweghị ụlọ ọrụ a na-akpọ {tenancyName}.',
  'Refusal.tenantIsNotActive': 'Nbanye dara!',
  'Refusal.tenantIsNotActive.details': 'Ụlọ ọrụ {tenancyName} anaghị arụ ọrụ.',

  'Refusal.resetLinkInvalid': 'Njikọ a anaghịzi arụ ọrụ',
  'Refusal.resetLinkInvalid.details': 'E jirila ya mbụ, ma ọ bụ na oge ya agafeela. Rịọ njikọ ọhụrụ.',
  'Refusal.passwordCommon': 'Okwuntughe a bụ nke ọtụtụ mmadụ na-eji',
  'Refusal.passwordCommon.details': 'Ọ so n’okwuntughe a na-ebu ụzọ anwa. Họrọ nke naanị gị ga-eche.',
  'Refusal.passwordHasName': 'Okwuntughe a nwere aha n’ime ya',
  'Refusal.passwordHasName.details': 'Họrọ nke na-enweghị aha gị, adreesị ozi-e gị ma ọ bụ aha ụlọ ọrụ gị.',
  'Refusal.passwordWrong': 'Okwuntughe gị nke ugbu a ezighi ezi',
  'Refusal.passwordWrong.details': 'Tinye ya ọzọ. Mgbe i mehiere ọtụtụ ugboro, chere obere oge.',

  'Refusal.emailCodeWrong': 'Koodu a ezighi ezi',
  'Refusal.emailCodeWrong.details':
    'Tinye koodu nke ozi ikpeazụ. Mgbe i mehiere ugboro ise, mee ka e ziga ọzọ.',
  'Refusal.ownPasswordNeeded': 'Adreesị ozi-e ọzọ chọrọ okwuntughe nke gị',
  'Refusal.ownPasswordNeeded.details':
    'Tinye okwuntughe i ji banye: njikọ ndị na-eme ka onye ọrụ banye na-aga na adreesị ahụ.',
  'Refusal.newPasswordDue': 'Buru ụzọ họrọ okwuntughe nke gị',
  'Refusal.newPasswordDue.details':
    'Onye ọzọ setịpụrụ okwuntughe gị. A gaghị aza ihe ọ bụla ọzọ ruo mgbe ị họrọ nke ọzọ.',
  'Refusal.secondFactorDue': 'Buru ụzọ setịpụ nbanye nke nzọụkwụ abụọ',
  'Refusal.secondFactorDue.details': 'Ụlọ ọrụ gị chọrọ ya. A gaghị aza ihe ọ bụla ọzọ ruo mgbe agbanyere ya.',
  'Refusal.passwordUnchanged': 'Nke a bụ okwuntughe gị ugbu a',
  'Refusal.passwordUnchanged.details': 'Họrọ nke ọzọ.',
  'Refusal.languageNotOffered': 'Ụlọ ọrụ gị anaghị enye asụsụ a',
  'Refusal.languageNotOffered.details': 'Họrọ otu n’ime ndị e depụtara.',
  'Refusal.unknownSession': 'Nbanye a agwụlarị',
  'Refusal.unknownSession.details': 'Akwụsịrị ya, ma ọ bụ na oge ya gwụrụ.',

  'Refusal.twoFactorIsOn': 'Nbanye nzọụkwụ abụọ dịlarị n’ọrụ',
  'Refusal.twoFactorIsOn.details': 'Gbanyụọ ya tupu i hazie ya ọzọ.',
  'Refusal.twoFactorCodesOver': 'Koodu nke ngwa anaghị arụ ọrụ ọzọ',
  'Refusal.twoFactorCodesOver.details':
    'E tinyela ọtụtụ ndị na-ezighi ezi. Jiri koodu mgbake banye, ma ọ bụ rịọ onye nchịkwa ụlọ ọrụ gị ka ọ gbanyụọ nzọụkwụ nke abụọ.',
  'Refusal.twoFactorCodeWrong': 'Koodu ahụ ezighi ezi',
  'Refusal.twoFactorCodeWrong.details':
    'Koodu ọ bụla na-arụ ọrụ otu ugboro. Tinye nke ngwa gị na-egosi ugbu a; ebe ọ dịlarị n’ọrụ, koodu mgbake na-arụkwa ọrụ.',

  'Refusal.tenancyNameTaken': 'Ụlọ ọrụ ọzọ ewerela aha nbanye {tenancyName}.',
  'Refusal.tenancyNameTaken.details': 'Họrọ aha ọzọ a ga-eji abanye n’ụlọ ọrụ ahụ.',
  'Refusal.firmHasAdministrator': 'Onye nchịkwa ụlọ ọrụ ahụ abanyelarị',
  'Refusal.firmHasAdministrator.details':
    'Site n’oge ahụ ụlọ ọrụ ahụ n’onwe ya na-ekwe ka ndị ya banye: site n’ịrịọ njikọ n’ibe nbanye, ma ọ bụ site n’aka onye nchịkwa ọzọ nke ụlọ ọrụ ahụ.',
  'Refusal.unknownTenant': 'Enweghị ụlọ ọrụ dị otu ahụ',
  'Refusal.unknownTenant.details': 'O nwere ike ịbụ na e hichapụla ya. Budoo ndepụta ahụ ọzọ.',
  'Refusal.firmDisabled': 'Ụlọ ọrụ a kwụsịrị ka kwụsịrị',
  'Refusal.firmDisabled.details':
    'Buru ụzọ kwe ka {name} rụọ ọrụ. Enwere ike ịgbanyụ nkwụsị mberede ya ya na ya.',
  'Refusal.firmNotEmpty': 'Enwebeghị ike ihichapụ ụlọ ọrụ ahụ',
  'Refusal.firmNotEmpty.details':
    'Akaụntụ nwere ego, òkè ma ọ bụ azụmahịa emechabeghị: {accounts}. Ọda mepere emepe: {openOrders}. Enwekwara ike inwe ụgwọ omume kọmpanị a ga-akwụ. Kwụsị ụlọ ọrụ ahụ ka ọ dị ugbu a.',

  'Refusal.unknownOrder': 'Enweghị ọda dị otu ahụ',
  'Refusal.unknownOrder.details': 'Ahụghị ọda {orderID} n’ime ọda ndị ị nwere ike ịhụ.',
  'Refusal.duplicateClOrdID': 'E jirila nọmba ọda a mbụ',
  'Refusal.duplicateClOrdID.details':
    'E zipụrụlarị arịrịọ {clOrdID} maka akaụntụ a n’ihe ndị ọzọ dị n’ime ya. Emeghị ihe ọ bụla; zipụ ya dịka arịrịọ ọhụrụ.',
  'Refusal.orderTypeUnsupported': 'Anaghị enye ụdị ọda a',
  'Refusal.orderTypeUnsupported.details': '{what}: anaghị anabata ha.',
  'Refusal.priceMissing': 'Ụdị ọda a chọrọ ọnụahịa',
  'Refusal.priceMissing.details': 'Tinye ọnụahịa kacha njọ ị ga-anabata.',
  'Refusal.priceNotAllowed': 'Ụdị ọda a anaghị enwe ọnụahịa',
  'Refusal.priceNotAllowed.details': 'Wepụ ọnụahịa. {instead} nwere ọnụahịa.',
  'Refusal.quantityInvalid': 'Ọnụọgụ ahụ ezighi ezi',
  'Refusal.quantityInvalid.details': 'Tinye ọnụọgụ zuru ezu, opekata mpe òkè 1.',
  'Refusal.expiryInvalid': 'Ụbọchị ikpeazụ nke ọda ahụ ezighi ezi',
  'Refusal.expiryInvalid.details':
    'Nye ụbọchị site na {first} ruo {last} maka ọda ruo otu ụbọchị; enyela ụdị ọzọ ụbọchị.',
  'Refusal.displayQtyInvalid': 'Ọnụọgụ a ga-egosi ezighi ezi',
  'Refusal.displayQtyInvalid.details':
    'Ọda limit nọ n’akwụkwọ ọda nwere ike igosi akụkụ: site n’òkè {least} ruo {most}, opekata mpe otu ụzọ n’ụzọ narị nke ọda ahụ.',
  'Refusal.minQtyInvalid': 'Ọnụọgụ kacha nta ahụ ezighi ezi',
  'Refusal.minQtyInvalid.details':
    'Ọda nke azụmahịa na-aga n’ihu nwere ike inwe nke kacha nta site n’òkè 1 ruo {most}; ọda ya niile ma ọ bụ ọ dịghị anaghị enwe nke ọzọ.',
  'Refusal.orderIsFinal': 'Enweghịzi ike ịgbanwe ọda ahụ',
  'Refusal.orderIsFinal.details': 'Ọnọdụ ọda {orderID}: {state}.',
  'Refusal.orderChanged': 'Ọda ahụ agbanweela n’etiti oge a',
  'Refusal.orderChanged.details': 'Lelee ọda ahụ otu ọ dị ugbu a ma zipụ mgbanwe gị ọzọ.',
  'Refusal.nothingToReplace': 'Ọ dịghị ihe ga-agbanwe',
  'Refusal.nothingToReplace.details': 'Tinye ọnụọgụ, ọnụahịa, oge ma ọ bụ ụbọchị ikpeazụ ọzọ.',
  'Refusal.durationNotReplaceable': 'Ọda ahụ enweghị ike inwe oge a',
  'Refusal.durationNotReplaceable.details': 'Oge ndị ọ nwere ike inwe ugbu a: {durations}.',
  'Refusal.replaceRejected': 'Ụlọ ahịa òkè anabataghị mgbanwe ahụ',
  'Refusal.replaceRejected.details': '{reason}. Ọda ahụ nọ otu ọ dị.',
  'Refusal.orderOverdue': 'Ụbọchị ikpeazụ nke ọda ahụ agafeela',
  'Refusal.orderOverdue.details': 'Ọda {orderID} anaghịzi azụ ahịa. Enwere ike ịkagbu ya.',
  'Refusal.quantityBelowFilled': 'Ọnụọgụ ahụ erughị nke emezuolarị',
  'Refusal.quantityBelowFilled.details': 'Emezuola òkè {cumQty}. Iji kwụsị ọda ahụ, kagbuo ya.',
  'Refusal.outcomeUnknown': 'Amaghị nsonaazụ arịrịọ a',
  'Refusal.outcomeUnknown.details':
    'Sava enweghị ike ikwenye na e debere ya. Zipụ ya ọzọ: anaghị eme otu arịrịọ ugboro abụọ.',
  'Refusal.sideNotPermitted': 'Enweghị ikike ịzụ ahịa n’akụkụ a',
  'Refusal.sideNotPermitted.details': 'Ọda a chọrọ ikike {side}.',
  'Refusal.crossOutsideQuotes': 'Ọnụahịa ahụ anọghị n’etiti ọnụ ịzụ na ọnụ ire kacha mma',
  'Refusal.crossOutsideQuotes.details':
    'E nwere ike ime cross {securityID} site na {low} ruo {high} ugbu a: na ma ọ bụ n’etiti ọnụ ịzụ na ọnụ ire kacha mma.',
  'Refusal.crossOfOneAccount': 'Cross chọrọ akaụntụ abụọ',
  'Refusal.crossOfOneAccount.details':
    'Akaụntụ {account} enweghị ike ịzụso onwe ya ahịa. Họrọ onye ọzọ na-azụ ma ọ bụ na-ere.',
  'Refusal.crossNotInThisPhase': 'Anaghị anabata cross ugbu a',
  'Refusal.crossNotInThisPhase.details':
    'Oge ahịa nọ na ya: {phase}. A na-anabata cross naanị n’oge azụmahịa na-aga n’ihu.',
  'Refusal.stopOrdersNotTaken': 'Ụlọ ọrụ gị anaghị anabata ọda stop',
  'Refusal.stopOrdersNotTaken.details':
    'Zipụ ọda limit ma ọ bụ market. Onye na-achịkwa ụlọ ọrụ ahụ nwere ike ikwe ka ọda stop dị na ntọala ya.',
  'Refusal.stopPxMissing': 'Ọda stop chọrọ ọnụahịa stop',
  'Refusal.stopPxMissing.details': 'Tinye ọnụahịa ọ ga-eji ghọọ ọda n’ahịa.',
  'Refusal.stopPxNotAllowed': 'Naanị ọda stop na-enwe ọnụahịa stop',
  'Refusal.stopPxNotAllowed.details':
    'Wepụ ọnụahịa stop, ma ọ bụ mee nke a ọda stop. Nke akpaliri aghọọla ọda n’ahịa.',
  'Refusal.stopPxNotAbove': 'Ahịa erutelarị ọnụahịa stop a',
  'Refusal.stopPxNotAbove.details':
    'Ọnụahịa stop nke ịzụ na-adị elu karịa ọnụahịa ikpeazụ nke {securityID}, {last}. Iji zụọ ugbu a, zipụ ọda limit ma ọ bụ market.',
  'Refusal.stopPxNotBelow': 'Ahịa erutelarị ọnụahịa stop a',
  'Refusal.stopPxNotBelow.details':
    'Ọnụahịa stop nke ire na-adị ala karịa ọnụahịa ikpeazụ nke {securityID}, {last}. Iji ree ugbu a, zipụ ọda limit ma ọ bụ market.',
  'Refusal.duplicateCrossID': 'E jirila nọmba cross a mbụ',
  'Refusal.duplicateCrossID.details':
    'Ụlọ ọrụ gị ezipụlarị cross {crossID} n’ihe ndị ọzọ dị n’ime ya. Emeghị ihe ọ bụla; zipụ ya dịka cross ọhụrụ.',

  'Refusal.unknownSecurity': 'Enweghị stọk dị otu ahụ',
  'Refusal.unknownSecurity.details': 'Enweghị stọk {securityID} n’ahịa.',
  'Refusal.marketClosed': 'Ahịa emechiela',
  'Refusal.marketClosed.details': 'A ga-anabata ọda ọzọ site na {opensAt}.',
  'Refusal.priceOffTick': 'Ọnụahịa ahụ abụghị tick zuru ezu',
  'Refusal.priceOffTick.details': 'Ọnụahịa {securityID} na-aga na {tick} na {tick}.',
  'Refusal.priceNotKobo': 'Ọnụahịa ahụ ezighi ezi',
  'Refusal.priceNotKobo.details':
    'Tinye ọnụahịa karịrị efu, nke na-enweghị karịa ọnụọgụ abụọ mgbe ntụpọ gachara.',
  'Refusal.priceOutsideLimits': 'Ọnụahịa ahụ gafere njedebe nke taa',
  'Refusal.priceOutsideLimits.details': '{securityID} na-azụ ahịa n’etiti {low} na {high} taa.',
  'Refusal.securityHalted': 'Akwụsịtụla azụmahịa stọk a',
  'Refusal.securityHalted.details': 'Enwere ike ịkagbu ọda {securityID}, ọ bụghị itinye ma ọ bụ ịgbanwe ya.',
  'Refusal.auctionEmpty': 'Ọ dịghị ihe ga-azụ ahịa n’ọkshọn ugbu a',
  'Refusal.auctionEmpty.details': '{securityID} enweghị ọnụahịa ngosi: ọnụ ịzụ na ọnụ ire ya ezuteghị.',
  'Refusal.imbalanceOnThisSide': 'Enweghị ahaghị nha n’akụkụ nke ọzọ',
  'Refusal.imbalanceOnThisSide.details':
    'Ruo ọgwụgwụ ọkshọn, naanị ọda na-edozi ahaghị nha {securityID} ka a na-anabata ma ọ bụ emeziwanye.',
  'Refusal.beyondTheoreticalPrice': 'Ọnụahịa ahụ gafere ọnụahịa ngosi',
  'Refusal.beyondTheoreticalPrice.details': 'Ọnụahịa ngosi nke {securityID} bụ {price}.',
  'Refusal.notInThisPhase': 'Anaghị anabata nke a ugbu a',
  'Refusal.notInThisPhase.details': 'Oge ahịa nọ na ya: {phase}. Nke a na-anabata ugbu a: {taken}.',

  'Refusal.unknownAccount': 'Enweghị akaụntụ dị otu ahụ',
  'Refusal.unknownAccount.details': 'Ahụghị akaụntụ {account} n’ime akaụntụ ndị ị nwere ike iji.',
  'Refusal.tooLongToPrint': 'Nkwupụta ahụ toro ogologo karịa ibipụta',
  'Refusal.tooLongToPrint.details':
    'Akwụkwọ anaghị akarị ahịrị {most}; ụbọchị ndị a nwere {lines}. Họrọ ụbọchị ole na ole, ma ọ bụ chekwaa ya dịka CSV ma ọ bụ Excel.',
  'Refusal.balanceNotShown': 'Anaghị egosi gị ego fọdụrụ',
  'Refusal.balanceNotShown.details':
    'Ụlọ ọrụ ahụ na-egosi ego fọdụrụ n’akaụntụ {account} naanị onye nwe ya na ndị nchịkwa.',
  'Refusal.insufficientFunds': 'Ego ezughị',
  'Refusal.insufficientFunds.details':
    'Ọda a chọrọ naịra {required} tinyere ụgwọ ọrụ. Nke dị, na naịra: {available}.',
  'Refusal.insufficientShares': 'Òkè ezughị',
  'Refusal.insufficientShares.details':
    'A rịọrọ {required} {securityID}; {available} ka enwere ike ire ma ọ bụ ibupụ.',
  'Refusal.feesNotCovered': 'Ego ire ahụ ezughị ụgwọ ọrụ ya',
  'Refusal.feesNotCovered.details':
    'Ụgwọ ọrụ ji naịra {required} karịa ego ire ahụ wetara. Nke dị, na naịra: {available}.',
  'Refusal.tooManyStops': 'Ọda stop na-eche karịrị akarị',
  'Refusal.tooManyStops.details':
    'Otu akaụntụ anaghị enwe karịa ọda stop {most} na-eche n’otu stọk, ụlọ ọrụ dum {mostOfFirm}. Kagbuo otu na-eche, ma ọ bụ zipụ nke a ma emechaa.',
  'Refusal.amountTooLarge': 'Nke ahụ karịrị ihe akaụntụ nwere ike ibu',
  'Refusal.amountTooLarge.details':
    'Ego na ihe òkè riri anaghị akarị ₦{naira}, òkè e nwere anaghị akarị {shares}. Lelee ọnụọgụ ndị ahụ ma zipụ ya ọzọ.',
  'Refusal.moreThanOutstanding': 'Kọmpanị ahụ ewepụtabeghị òkè ruru otu ahụ',
  'Refusal.moreThanOutstanding.details':
    'Ya na mbufe a, akaụntụ ahụ ga-enwe {owned} {securityID}; {outstanding} ka e wepụtara. Lelee ọnụọgụ ahụ ma zipụ ya ọzọ.',
  'Refusal.amountInvalid': 'Ego ahụ ezighi ezi',
  'Refusal.amountInvalid.details':
    'Tinye ego karịrị efu, nke na-enweghị karịa ọnụọgụ abụọ mgbe ntụpọ gachara.',

  'Refusal.marketControlNotPermitted': 'Naanị Host na-achịkwa ahịa',
  'Refusal.marketControlNotPermitted.details': 'Ụlọ ọrụ anaghị akwụsịtụ azụmahịa, ọ naghịkwa amalite ya ọzọ.',
  'Refusal.notHalted': 'Akwụsịtụghị ya',
  'Refusal.notHalted.details': '{what}: akwụsịtụghị ya.',
  'Refusal.alreadyHalted': 'Akwụsịtụlarị ya',
  'Refusal.alreadyHalted.details': '{what}: akwụsịtụlarị ya. Malite ya ọzọ tupu i kwụsịtụ ya maka ihe ọzọ.',
  'Refusal.corporateActionInvalid': 'Usoro ndị ahụ ezughị ezu',
  'Refusal.corporateActionInvalid.details':
    'Uru òkè nwere naịra n’otu òkè, ọnụọgụ mgbe ntụpọ gachara adịghị akarị anọ. Òkè mgbakwunye ma ọ bụ nkewa òkè nwere nha dịka 1:10, òkè ole maka òkè ole e nwere; nke nkewa abụghị 1:1. Ewezuga nkewa, ha niile nwere ụbọchị ịkwụ ụgwọ.',
  'Refusal.corporateActionDates': 'Ụbọchị ndị a adabaghị',
  'Refusal.corporateActionDates.details':
    'Ụbọchị ndebanye, {registerDate}, na ụbọchị ịkwụ ụgwọ, {payDate}, bụ ụbọchị ọrụ n’ime otu afọ, ụbọchị ịkwụ ụgwọ na-esote ụbọchị ndebanye.',
  'Refusal.corporateActionLate': 'Oge agaala maka ụbọchị ndebanye a',
  'Refusal.corporateActionLate.details': 'Ọ na-amalite ịrụ ọrụ na {exDate}, ụbọchị ahịa ahụ amalitelakwa.',
  'Refusal.corporateActionAnnounced': 'A kpọsalarị ya n’usoro ọzọ',
  'Refusal.corporateActionAnnounced.details':
    'Nọmba {id} bụ otu ụdị, stọk na ụbọchị ndebanye ahụ. Wepụ ya tupu i kpọsaa usoro ọzọ.',
  'Refusal.unknownCorporateAction': 'Enweghị omume kọmpanị dị otu ahụ',
  'Refusal.unknownCorporateAction.details': 'Enweghị omume kọmpanị nwere nọmba {id}.',
  'Refusal.corporateActionRate': 'Uru òkè ahụ karịrị òkè ahụ',
  'Refusal.corporateActionRate.details':
    'Uru otu òkè anaghị akarị ọnụahịa ya, ₦{price} taa. Lelee ego ahụ ma zipụ ya ọzọ.',
  'Refusal.corporateActionRatio': 'Nha ahụ buru ibu karịa',
  'Refusal.corporateActionRatio.details':
    'Ya na ihe a kpọsalarị, otu òkè nwere ike ịghọ òkè {most} kacha elu, òkè {most} agaghị erukwa ala otu; ọnụahịa ya nwere ike ịbụ ₦{price} kacha elu. Lelee nha ahụ ma zipụ ya ọzọ.',
  'Refusal.corporateActionBegun': 'Ọ malitela ọrụ',
  'Refusal.corporateActionBegun.details': 'Ụbọchị ex ya, {exDate}, amalitela; enweghị ike iwepụ ya.',
  'Refusal.haltReasonInvalid': 'Ihe kpatara ya ezighi ezi',
  'Refusal.haltReasonInvalid.details': 'Nye ihe kpatara ya nke nwere mkpụrụ 1 ruo {most}.',
  'Refusal.noPriceList': 'Enweghị ndepụta ọnụahịa nke ụbọchị ahụ',
  'Refusal.noPriceList.details': 'Ndepụta ọnụahịa mbụ bụ nke {from}.',
  'Refusal.unknownWatchlist': 'Enweghị ndepụta dị otu ahụ',
  'Refusal.unknownWatchlist.details': 'O nwere ike ịbụ na e hichapụla ndepụta ahụ.',
  'Refusal.watchlistNameTaken': 'Ndepụta nwere aha a dịlarị',
  'Refusal.watchlistNameTaken.details': 'Nye ndepụta ahụ aha ọzọ na-abụghị {name}.',
  'Refusal.tooManyWatchlists': 'Enweghịzi ike idebe ndepụta ọzọ',
  'Refusal.tooManyWatchlists.details': 'Ị nwere ndepụta {most}. Hichapụ otu tupu i tinye ọzọ.',
  'Refusal.What.market': 'Ahịa',
  'Refusal.What.firm': 'Ụlọ ọrụ {tenantId}',
  'Refusal.What.account': 'Akaụntụ {account}',
  'Refusal.What.cscsAccount': 'Akaụntụ CSCS {cscsAccount}',
  'Refusal.alreadyOpen': 'E mepelarị ya',
  'Refusal.alreadyOpen.details': '{what}: e mepelarị ya.',
  'Refusal.cscsAccountInvalid': 'Nọmba akaụntụ CSCS ahụ ezighi ezi',
  'Refusal.cscsAccountInvalid.details':
    'Nọmba akaụntụ CSCS nwere mkpụrụ ọnụọgụ iri; {cscsAccount} enweghị ya.',
  'Refusal.unknownFirm': 'Ụlọ ọrụ ahụ agaghị azụ ahịa',
  'Refusal.unknownFirm.details': 'A ga-emepe ya maka azụmahịa tupu akaụntụ ya.',
  'Refusal.customerNameDiffers': 'Onye ahịa ahụ nwere aha ọzọ',
  'Refusal.customerNameDiffers.details':
    'A maara onye ahịa {customerId} dịka {customerName}. Gbanwee aha ahụ tupu e mepee akaụntụ ọzọ.',
  'Refusal.termsInvalid': 'Enweghị ike idekọ usoro ndị a',
  'Refusal.termsInvalid.details':
    'Nọmba akaụntụ nwere mkpụrụ 1 ruo {account}, aha nwere 1 ruo {customerName}; nọmba onye ahịa karịrị efu.',

  'Refusal.chargesInvalid': 'Ụgwọ ọrụ ndị a ezighi ezi',
  'Refusal.chargesInvalid.details':
    'Ọnụego bụ 0 ruo {rate}%, VAT ya 0 ruo {vat}%, nke kacha nta ₦0 ruo ₦{minimum}, a na-enyekwa nke ọ bụla otu ugboro maka otu ụbọchị.',
  'Refusal.periodInvalid': 'Ụbọchị ndị a ahazighị nke ọma',
  'Refusal.periodInvalid.details': 'Ụbọchị mbụ, {from}, na-abịa mgbe nke ikpeazụ, {to}, gachara.',
  'Refusal.unknownContractNote': 'Enweghị akwụkwọ nkwekọrịta dị otu ahụ',
  'Refusal.unknownContractNote.details':
    'Ahụghị akwụkwọ nkwekọrịta {number} n’ime nke akaụntụ ndị ị nwere ike iji.',
  'Refusal.noContractNotes': 'Enweghị akwụkwọ nkwekọrịta n’oge a',
  'Refusal.noContractNotes.details': 'Họrọ ụbọchị ọzọ, ma ọ bụ akụkụ ọzọ.',
  'Refusal.dateNotReached': 'Ụbọchị a erubeghị',
  'Refusal.dateNotReached.details':
    '{date} na-abịa mgbe ụbọchị ahịa, {today}, gachara. Họrọ ụbọchị ahụ ma ọ bụ nke bu ya ụzọ.',
  'Refusal.chargesTooEarly': 'Ụgwọ ọrụ enweghị ike ịgbanwe n’ụbọchị ahịa malitela',
  'Refusal.chargesTooEarly.details':
    'Akwụkwọ nkwekọrịta nke {marketDate} na-edebe ụgwọ ọrụ ha. Ka nke ọhụrụ malite n’ụbọchị na-abịa.',
  'Refusal.chargesTooMany': 'Mgbanwe ụgwọ ọrụ na-abịa karịrị akarị',
  'Refusal.chargesTooMany.details':
    'Ụbọchị na-abịa anaghị akarị {most}: nke otu akụkụ na otu ihe, ma ọ bụ nke otu onye ahịa. Buru ụzọ hichapụ otu na-amalitebeghị.',
  'Refusal.chargesTooLate': 'Enweghị ike itinye ụgwọ ọrụ n’ụbọchị dị anya otú ahụ',
  'Refusal.chargesTooLate.details':
    'Ha na-amalite na {last} ma ọ kacha anya. Tinye ha ma emechaa, ma ọ bụ họrọ ụbọchị dị nso.',
  'Refusal.unknownCharge': 'Enweghị ụgwọ ọrụ dị otu ahụ',
  'Refusal.unknownCharge.details': 'O nwere ike ịbụ na e hichapụlarị ya. Ehichapụghị ihe ọ bụla ugbu a.',
  'Refusal.chargeInForce': 'Enweghị ike ihichapụ ụgwọ ọrụ dị n’ọrụ',
  'Refusal.chargeInForce.details':
    'E ji ya agbakọ akwụkwọ nkwekọrịta kemgbe {dateFrom}. Tinye ahịrị ọzọ, site n’ụbọchị na-abịa.',
  'Refusal.noBankAccount': 'Enweghị akaụntụ banki e dekọrọ',
  'Refusal.noBankAccount.details':
    'Ego akaụntụ {account} enweghị ike ịpụ ozugbo ruo mgbe e tinyere akaụntụ banki nke onye ahịa ya.',
  'Refusal.unknownBank': 'Amaghị banki a',
  'Refusal.unknownBank.details': 'Enweghị banki nwere sort code {bankCode}. Họrọ otu na ndepụta.',
  'Refusal.bankAccountInvalid': 'Nke a abụghị nọmba akaụntụ nke banki ahụ',
  'Refusal.bankAccountInvalid.details':
    '{number} abụghị akaụntụ {bank}: ọ na-abụ mkpụrụ ọnụọgụ iri, nke ikpeazụ na-elelekwa ndị ọzọ. Tụnyere ya na nke onye ahịa.',
  'Refusal.noMemberCode': 'Ụlọ ọrụ ahụ enweghị koodu onye otu',
  'Refusal.noMemberCode.details':
    'Nọmba akaụntụ ọhụrụ ji ya amalite. Tinye ya na Ntọala, mepeekwa akaụntụ ahụ ọzọ.',
  'Refusal.memberCodeTaken': 'Ụlọ ọrụ ọzọ nwere koodu onye otu {memberCode}',
  'Refusal.memberCodeTaken.details':
    'Nọmba akaụntụ ji ya amalite, ya mere ụlọ ọrụ ọ bụla nwere nke ya. Tinye koodu nke ahịa ngwaahịa nyere ụlọ ọrụ a.',
  'Refusal.documentsWaiting': 'A na-enyocha ọtụtụ akwụkwọ ugbu a',
  'Refusal.documentsWaiting.details': 'Edebeghị ihe ọ bụla n’ime nke a. Zigaghachi ya n’oge na-adịghị anya.',
  'Refusal.crossSideRefused': 'Ajụrụ akụkụ nke ọzọ nke cross ahụ',
  'Refusal.crossSideRefused.details':
    'Ọda abụọ nke cross {crossID} ga-azụ ahịa, ma ọ bụ ọ dịghị nke ga-azụ. Brọka ya maara ihe mere e ji jụ nke ọzọ.',
  'Refusal.termsInForce': 'Nke a dịlarị n’ọrụ',
  'Refusal.termsInForce.details': 'Ọ dịghị ihe ga-agbanwe banyere ebe ego akaụntụ {account} na-aga.',
  'Refusal.termsPending': 'Mgbanwe ọzọ na-eche nkwado',
  'Refusal.termsPending.details':
    'Mgbanwe nke ebe ego akaụntụ {account} na-aga ka na-eche. Buru ụzọ mee ka a kwado ma ọ bụ jụ ya.',
  'Refusal.unknownCustomer': 'Enweghị onye ahịa dị otu ahụ',
  'Refusal.unknownCustomer.details': 'Enweghị onye ahịa {customerId} nwere akaụntụ n’ụlọ ọrụ ahụ.',

  'Refusal.notWithdrawable': 'Ego a ga-akwụpụ ezughị',
  'Refusal.notWithdrawable.details':
    'Nke enwere ike ịkwụpụ ugbu a, na naịra: {withdrawable}. Nke ọda mepere emepe debere iche na nke emechabeghị ga-anọ.',
  'Refusal.withdrawalsPending': 'Ndọrọ ego ndị ọzọ nke akaụntụ a na-eche nkwado',
  'Refusal.withdrawalsPending.details':
    'Ha weere naịra {pending}. Nke ọzọ enwere ike ịkwụpụ, na naịra: {withdrawable}.',
  'Refusal.transfersOutPending': 'Mbupụ òkè ndị ọzọ nke akaụntụ a na-eche nkwado',
  'Refusal.transfersOutPending.details':
    'Ha weere {pending} {securityID}. {available} ka enwere ike ibupụ ọzọ.',
  'Refusal.postedBefore': 'E debanyela nọmba akaebe a mbụ',
  'Refusal.postedBefore.details':
    '{maker} debanyere {posting} na nọmba akaebe {reference} maka akaụntụ a na {date}, nọmba {id}. Debanye ya ọzọ naanị ma e megharịrị ya ugboro abụọ.',
  'Refusal.unknownPayment': 'Enweghị arịrịọ dị otú ahụ',
  'Refusal.unknownPayment.details': 'Ahụghị arịrịọ {id}.',
  'Refusal.paymentDecided': 'Arịrịọ a anaghịzi eche',
  'Refusal.paymentDecided.details': 'E denyere, jụọ ma ọ bụ kagbuo arịrịọ {id}.',
  'Refusal.paymentBeingPosted': 'A na-edenye arịrịọ a ugbu a',
  'Refusal.paymentBeingPosted.details': 'Onye na-edenye arịrịọ {id} ugbu a. Nwaa ọzọ n’oge na-adịghị anya.',
  'Refusal.paidTooLongAgo': 'Ụbọchị a dị anya gara aga',
  'Refusal.paidTooLongAgo.details':
    'Tinye ụbọchị ị kwụrụ: {date} ka ọ dị mbụ. Maka ịkwụ ụgwọ nke mere tupu ya, jụọ ụlọ ọrụ gị.',
  'Refusal.paymentsWaiting': 'Ọtụtụ arịrịọ na-eche',
  'Refusal.paymentsWaiting.details':
    'Naanị arịrịọ {most} nke akaụntụ nwere ike iche otu mgbe. Kagbuo otu ma ọ bụ chere mkpebi.',
  'Refusal.paidInFuture': 'Ụbọchị a erubeghị',
  'Refusal.paidInFuture.details': 'Tinye ụbọchị ị kwụrụ: {date} ka ọ kacha.',
  'Refusal.payeeMissing': 'Edeghị akaụntụ ụlọ akụ',
  'Refusal.payeeMissing.details':
    'Ego a na-ewepụ na akaụntụ {account} na-aga naanị n’akaụntụ ụlọ akụ nke onye ahịa. Rịọ ụlọ ọrụ gị ka ọ debanye ya.',
  'Refusal.payeeChanged': 'Akaụntụ ụlọ akụ edebanyere agbanweela',
  'Refusal.payeeChanged.details': 'Arịrịọ {id} kpọrọ akaụntụ ochie. Jụ ya ma gwa onye ahịa ka ọ rịọ ọzọ.',
  'Refusal.postingIDUsed': 'E zipụrụlarị ndenye a n’ihe ndị ọzọ dị n’ime ya',
  'Refusal.postingIDUsed.details': 'Agbanweghị ndenye {postingID}. Zipụ nke gị dịka nke ọhụrụ.',
  'Refusal.approverNotIndependent': 'Gị na onye rịọrọ abụghị mmadụ abụọ',
  'Refusal.approverNotIndependent.details':
    'N’ime ụbọchị {days} tupu arịrịọ ahụ, ma ọ bụ kemgbe ahụ, {by} mere {user} ma ọ bụ gbanwee otú {user} si abanye ma ọ bụ ikike ya. Onye ọzọ ga-akwado ya.',
  'Refusal.approverUnconfirmed': 'Akwadobeghị ikike gị ịkwado',
  'Refusal.approverUnconfirmed.details': '{by} nyere gị ya. Onye nchịkwa ọzọ ga-akwado ya.',
  'Refusal.makerUnconfirmed': 'Akwadobeghị ikike {user} idebanye ego',
  'Refusal.makerUnconfirmed.details':
    '{by} nyere ya. Mgbe onye nchịkwa ọzọ kwadoro ya, a ga-enwe ike ịkwado nke a.',
  'Refusal.postingUnconfirmed': 'Akwadobeghị ikike gị idebanye ego',
  'Refusal.postingUnconfirmed.details':
    '{by} nyere gị ya. Ruo mgbe onye nchịkwa ọzọ kwadoro ya, ị gaghị edebanye ihe onye ọzọ ga-akwado.',
  'Refusal.confirmedByOther': 'Onye nchịkwa ọzọ ga-akwado ikike ndị a',
  'Refusal.confirmedByOther.details': '{by} nyere ha. Onye ọzọ, nke na-esiteghị na {by}, na-akwado ha.',
  'Refusal.transferOwn': 'Ị gaghị ekpebi ndenye nke gị',
  'Refusal.transferOwn.details': 'Onye ọzọ ga-akwado ma ọ bụ jụ ya.',
  'Refusal.transferDecided': 'E kpebielarị ndenye a',
  'Refusal.transferDecided.details': 'Ndenye {id} anaghịzi eche nkwado.',
  'Refusal.unknownTransfer': 'Enweghị ndenye dị otu ahụ',
  'Refusal.unknownTransfer.details': 'Ahụghị ndenye {id} n’ime nke ụlọ ọrụ ahụ.',

  'Refusal.busy': 'Ị na-ezipu ngwa ngwa karịa',
  'Refusal.busy.details': 'Anabataghị arịrịọ a. Chere ntakịrị ma zipụ ya ọzọ.',
  'Refusal.unavailable': 'Enweghị ike iru ahịa',
  'Refusal.unavailable.details':
    'Anabataghị arịrịọ a. Sava na-eweghachi ahịa; zipụ ya ọzọ mgbe sekọnd ole na ole gachara.',
  'Refusal.tradingPaused': 'Azụmahịa kwụsịtụrụ',
  'Refusal.tradingPaused.details':
    'Elekere sava gbanwere na mberede. Anabataghị arịrịọ a; azụmahịa ga-aga n’ihu ozugbo oge doro anya, n’ihe dịka otu nkeji. A ka nwere ike ịkagbu ọda.',
  'Refusal.tooManyRequests': 'Arịrịọ karịrị akarị',
  'Refusal.tooManyRequests.details': 'Chere sekọnd {seconds} ma nwaa ọzọ.',
  'Refusal.idempotencyKeyUsed': 'Idempotency-Key a bụ nke arịrịọ ọzọ',
  'Refusal.idempotencyKeyUsed.details':
    'Emeghị ihe ọ bụla. Zipụ arịrịọ ọhụrụ na key nke ya; naanị otu arịrịọ ahụ ka e nwere ike iji key ya zipụ ọzọ.',
  'Refusal.keyOutcomeUnknown': 'A maghị ma e mere arịrịọ a',
  'Refusal.keyOutcomeUnknown.details':
    'Sava enweghị ike ikwenye ya: ọ dara ma ọ bụ kwụsị n’ụzọ. Lelee ma ihe ọ rịọrọ ọ dị; ọ bụrụ na ọ dịghị, jiri Idempotency-Key ọzọ zipụ ya.',
  'Refusal.unknownNotification': 'Ọkwa ahụ adịghị ebe ahụ',
  'Refusal.unknownNotification.details':
    'O nwere ike ịbụ na e wepụrụ ya, ma ọ bụ na nke ọhụrụ ewerela ọnọdụ ya.',
  'Refusal.unrecordable': 'Enweghị ike idekọ arịrịọ a',
  'Refusal.unrecordable.details':
    'Ebe nchekwa data jụrụ ihe dị n’ime ya, e debeghịkwa nke ọ bụla. E zipụ ya ọzọ otu ọ dị, a ga-ajụ ya ọzọ.',

  'Refusal.registrationTokenInvalid': 'Ndebanye aha gị emepeghịzi ebe a',
  'Refusal.registrationTokenInvalid.details':
    'Jiri aha njirimara na okwuntughe gị banye ka ị gaa n’ihu na ya.',
  'Refusal.registrationClosed': 'Ụlọ ọrụ a anaghị anabata ndebanye aha',
  'Refusal.registrationClosed.details': 'Jụọ ụlọ ọrụ ahụ otu o si emepe akaụntụ.',
  'Refusal.verificationCodeOver': 'Enweghị koodu na-arụ ọrụ ugbu a',
  'Refusal.verificationCodeOver.details':
    'Ọ karịala nkeji 30, ma ọ bụ na e tinyere ya na njehie ugboro ise. Rịọ ka e zite ọzọ.',
  'Refusal.emailNotVerified': 'E kwenyebeghị adreesị ozi-e gị',
  'Refusal.emailNotVerified.details': 'Tinye koodu e zitere gị, gaakwa n’ihu.',
  'Refusal.unknownAccountRequest': 'Enweghị arịrịọ akaụntụ dị otu ahụ',
  'Refusal.unknownAccountRequest.details':
    'Ụlọ ọrụ gị enweghị nke nwere nọmba a, ma ọ bụ na i nweghị ike ịhụ ya.',
  'Refusal.accountRequestChanged': 'E kpebielarị arịrịọ a n’etiti oge a',
  'Refusal.accountRequestChanged.details': 'Ọnọdụ ya ugbu a: {status}. Gụọ ya ọzọ.',
  'Refusal.accountRequestNotEditable': 'Enweghị ike ịgbanwe arịrịọ a ugbu a',
  'Refusal.accountRequestNotEditable.details': 'Ọnọdụ ya: {status}.',
  'Refusal.accountRequestIncomplete': 'Arịrịọ ahụ ezughị ezu',
  'Refusal.accountRequestIncomplete.details': 'Nke fọdụrụ ma ọ bụ ezighi ezi: {fields}.',
  'Refusal.accountRequestOwn': 'Ọ dịghị onye na-elele arịrịọ nke ya',
  'Refusal.accountRequestOwn.details': 'Rịọ onye nchịkwa ọzọ n’ụlọ ọrụ gị.',
  'Refusal.accountRequestEdited': 'Ị gbanwere arịrịọ a',
  'Refusal.accountRequestEdited.details':
    'Onye ọzọ ga-akwado ihe ị gbanwere. Rịọ onye nchịkwa ọzọ n’ụlọ ọrụ gị.',
  'Refusal.accountRequestRevised': 'A gbanwere arịrịọ a mgbe ị gụchara ya',
  'Refusal.accountRequestRevised.details': 'O nweghị ihe e kpebiri. Gụọ ya ọzọ, wee kpebie.',
  'Refusal.accountRequestDoubtful': 'Ndị ọzọ nwere azịza nke arịrịọ a',
  'Refusal.accountRequestDoubtful.details':
    'Kwuo ihe mere i ji kwado ya n’agbanyeghị. A na-edebe ihe kpatara ya n’akụkọ ya.',
  'Refusal.accountRequestOfNobody': 'E gbochiri ma ọ bụ hichapụ onye ọrụ nke arịrịọ a',
  'Refusal.accountRequestOfNobody.details':
    'Ọ dịghị onye ga-enwe ike ịbanye n’akaụntụ ahụ. Mee ka onye ọrụ ahụ dị ire, ma ọ bụ jụ arịrịọ ahụ.',
  'Refusal.depositoryNumbersMissing': 'Nọmba ebe nchekwa òkè adịghị',
  'Refusal.depositoryNumbersMissing.details':
    'Ejikọghị ebe nchekwa òkè ọ bụla: tinye akaụntụ CSCS na nọmba ụlọ mmecha (CHN) nke CSCS nyere onye na-arịọ.',
  'Refusal.cscsAccountHeld': 'E werela akaụntụ CSCS a',
  'Refusal.cscsAccountHeld.details': '{cscsAccount} bụ nke akaụntụ ọzọ n’ụlọ ọrụ ahụ.',
  'Refusal.chnHeld': 'E werela nọmba ụlọ mmecha a',
  'Refusal.chnHeld.details': '{chn} bụ nke onye ahịa ọzọ n’ụlọ ọrụ ahụ.',
  'Refusal.documentInvalid': 'Enweghị ike iji akwụkwọ a: {document}',
  'Refusal.documentInvalid.details':
    'Zipụ foto JPEG ma ọ bụ PNG zuru ezu na-akarịghị 40 megapixel, ma ọ bụ faịlụ PDF na-enweghị script na okwuntughe.',
  'Refusal.documentsTooLarge': 'Akwụkwọ ndị ahụ buru ibu karịa',
  'Refusal.documentsTooLarge.details': 'Akwụkwọ niile nke otu arịrịọ agaghị akarị {megabytes} MB.',
  'Refusal.unknownDocument': 'Enweghị akwụkwọ dị otu ahụ',
  'Refusal.unknownDocument.details': 'E jighị arịrịọ a zite ya, ma ọ bụ na e wepụrụ ya.',
} as const
