// Longer than 300 lines, for it is one table: the texts of all refusals and failures.

/** Texts of refusals and failures. A refusal has a title, and details that explain what to do. */
export const errors = {
  UnknownError: 'Uwar garke ba ta amsa ba. Ku duba haɗin intanet, sannan ku sake gwadawa.',

  'Denied.notSignedIn': 'Mai amfani na yanzu bai shiga manhajar ba!',
  'Denied.notMember': 'Ba a ba da izinin da ake buƙata ba. Kamfaninku bai ba ku matsayi ba tukuna.',
  'Denied.all': 'Ba a ba da izinin da ake buƙata ba. Dole a ba da duk waɗannan izini: {permissions}',
  'Denied.any':
    'Ba a ba da izinin da ake buƙata ba. Dole a ba da aƙalla ɗaya daga cikin waɗannan izini: {permissions}',
  'Failure.internal': 'An sami kuskure na ciki yayin buƙatarku!',

  'Refusal.invalidUserNameOrPassword': 'Shiga bai yiwu ba!',
  'Refusal.invalidUserNameOrPassword.details': 'Sunan mai amfani ko kalmar sirri ba daidai ba ne',
  'Refusal.userIsNotActive': 'Shiga bai yiwu ba!',
  'Refusal.userIsNotActive.details': 'Mai amfani {userName} ba ya aiki, kuma ba zai iya shiga ba.',
  'Refusal.userEmailIsNotConfirmed': 'Shiga bai yiwu ba!',
  'Refusal.userEmailIsNotConfirmed.details': 'Ba a tabbatar da adireshin imel ɗinku ba tukuna.',
  'Refusal.noTenantWithName': 'Shiga bai yiwu ba!',
  'Refusal.noTenantWithName.details': 'Babu kamfani mai suna {tenancyName}.',
  'Refusal.tenantIsNotActive': 'Shiga bai yiwu ba!',
  'Refusal.tenantIsNotActive.details': 'Kamfanin {tenancyName} ba ya aiki.',

  'Refusal.resetLinkInvalid': 'Wannan mahaɗi ba ya aiki yanzu',
  'Refusal.resetLinkInvalid.details': 'An taɓa amfani da shi, ko ya tsufa. Ku nemi sabon mahaɗi.',
  'Refusal.passwordCommon': 'Wannan kalmar sirri ta yi yawa a wurin mutane',
  'Refusal.passwordCommon.details':
    'Tana cikin kalmomin sirri da ake fara gwadawa. Zaɓi wadda ku kaɗai za ku yi tunaninta.',
  'Refusal.passwordHasName': 'Wannan kalmar sirri na ɗauke da suna',
  'Refusal.passwordHasName.details':
    'Zaɓi wadda ba ta ƙunshi sunanku, adireshin imel ɗinku ko sunan kamfaninku ba.',
  'Refusal.passwordWrong': 'Kalmar sirrinku ta yanzu ba daidai ba ce',
  'Refusal.passwordWrong.details': 'Ku sake shigar da ita. Bayan kurakurai da yawa sai a jira kaɗan.',

  'Refusal.emailCodeWrong': 'Wannan lambar ba daidai ba ce',
  'Refusal.emailCodeWrong.details':
    'Ku shigar da lambar saƙo na ƙarshe. Bayan kuskure biyar sai a sake aiko da wata.',
  'Refusal.ownPasswordNeeded': 'Wani adireshin imel yana buƙatar kalmar sirrinku',
  'Refusal.ownPasswordNeeded.details':
    'Ku shigar da kalmar sirri da kuka shiga da ita: hanyoyin da ke shigar da mai amfani suna zuwa wannan adireshi.',
  'Refusal.newPasswordDue': 'Ka fara zaɓar kalmar sirrinka',
  'Refusal.newPasswordDue.details':
    'Wani ne ya saita kalmar sirrinka. Ba za a amsa komai ba sai ka zaɓi wata.',
  'Refusal.secondFactorDue': 'Ka fara saita shiga mai matakai biyu',
  'Refusal.secondFactorDue.details': 'Kamfaninku yana buƙatarsa. Ba za a amsa komai ba sai an kunna shi.',
  'Refusal.passwordUnchanged': 'Wannan ita ce kalmar sirrinka ta yanzu',
  'Refusal.passwordUnchanged.details': 'Zaɓi wata daban.',
  'Refusal.languageNotOffered': 'Kamfaninku ba ya bayar da wannan harshe',
  'Refusal.languageNotOffered.details': 'Zaɓi ɗaya daga cikin waɗanda aka jera.',
  'Refusal.unknownSession': 'Wannan zaman ya riga ya ƙare',
  'Refusal.unknownSession.details': 'An ƙare shi, ko lokacinsa ya wuce.',

  'Refusal.twoFactorIsOn': 'An riga an kunna shiga da mataki biyu',
  'Refusal.twoFactorIsOn.details': 'Ku kashe shi kafin ku sake saita shi.',
  'Refusal.twoFactorCodesOver': 'Lambobin manhaja ba sa aiki kuma',
  'Refusal.twoFactorCodesOver.details':
    'An shigar da waɗanda ba daidai ba da yawa. Ku shiga da lambar ajiya, ko ku nemi mai gudanarwa na kamfaninku ya kashe mataki na biyu.',
  'Refusal.twoFactorCodeWrong': 'Lambar ba daidai ba ce',
  'Refusal.twoFactorCodeWrong.details':
    'Kowace lamba tana aiki sau ɗaya. Shigar da wadda manhajarku ke nunawa yanzu; idan an riga an kunna shi, lambar ajiya ma tana aiki.',

  'Refusal.tenancyNameTaken': 'An riga an ɗauki gajeren suna {tenancyName}.',
  'Refusal.tenancyNameTaken.details': 'Zaɓi wani suna da za a shiga kamfanin da shi.',
  'Refusal.firmHasAdministrator': 'Mai gudanar da kamfanin ya riga ya shiga',
  'Refusal.firmHasAdministrator.details':
    'Tun daga lokacin kamfanin da kansa yake ba mutanensa damar shiga: ta hanyar neman mahaɗi a shafin shiga, ko ta wani mai gudanar da kamfanin.',
  'Refusal.unknownTenant': 'Babu wannan kamfani',
  'Refusal.unknownTenant.details': 'Wataƙila an goge shi a halin yanzu. Ku sake buɗe jerin.',
  'Refusal.firmDisabled': 'Kamfanin da aka kashe yana nan a tsaye',
  'Refusal.firmDisabled.details': 'Ku fara kunna {name}. Ana iya kashe maɓallin tsayarwarsa tare.',
  'Refusal.firmNotEmpty': 'Ba za a iya goge kamfanin ba tukuna',
  'Refusal.firmNotEmpty.details':
    'Asusu masu kuɗi, hannun jari ko cinikin da ba a kammala ba: {accounts}. Odoji da ke buɗe: {openOrders}. Ana iya bin biyan matakan kamfanoni ma. Ku kashe kamfanin kafin nan.',

  'Refusal.unknownOrder': 'Babu wannan oda',
  'Refusal.unknownOrder.details': 'Ba a sami oda {orderID} a cikin odojin da za ku iya gani ba.',
  'Refusal.duplicateClOrdID': 'An taɓa amfani da wannan lambar oda',
  'Refusal.duplicateClOrdID.details':
    'An riga an aika buƙata {clOrdID} a wannan asusu da wani abun ciki daban. Ba a yi komai ba; ku aika ta a matsayin sabuwar buƙata.',
  'Refusal.orderTypeUnsupported': 'Ba a yin irin wannan odar',
  'Refusal.orderTypeUnsupported.details': 'Ba a karɓa: {what}.',
  'Refusal.priceMissing': 'Irin wannan oda tana buƙatar farashi',
  'Refusal.priceMissing.details': 'Shigar da farashi mafi muni da za ku amince da shi.',
  'Refusal.priceNotAllowed': 'Irin wannan oda ba ta da farashi',
  'Refusal.priceNotAllowed.details': 'A bar wurin farashi babu komai. Ana sa farashi a {instead}.',
  'Refusal.quantityInvalid': 'Adadin bai yi daidai ba',
  'Refusal.quantityInvalid.details': 'Shigar da cikakkiyar lamba ta aƙalla hannun jari 1.',
  'Refusal.expiryInvalid': 'Ranar ƙarshe ta oda ba ta yi daidai ba',
  'Refusal.expiryInvalid.details':
    'Ku ba da kwanan wata daga {first} zuwa {last} ga odar da ke aiki har zuwa wata rana, kuma kada ku ba da shi ga kowace oda daban.',
  'Refusal.displayQtyInvalid': 'Adadin da za a nuna bai yi daidai ba',
  'Refusal.displayQtyInvalid.details':
    'Odar limit da ke zama a littafi na iya nuna wani ɓangare: daga hannayen jari {least} zuwa {most}, aƙalla ɗaya cikin ɗari na odar.',
  'Refusal.minQtyInvalid': 'Mafi ƙarancin adadi bai yi daidai ba',
  'Refusal.minQtyInvalid.details':
    'Odojin ciniki mara yankewa na iya samun mafi ƙaranci daga hannun jari 1 zuwa {most}, odojin duka-ko-babu kuma ba su da wani.',
  'Refusal.orderIsFinal': 'Ba za a iya canza odar ba yanzu',
  'Refusal.orderIsFinal.details': 'Matsayin oda {orderID}: {state}.',
  'Refusal.orderChanged': 'Odar ta canza a halin yanzu',
  'Refusal.orderChanged.details': 'Ku duba odar yadda take yanzu, sannan ku sake aika canjinku.',
  'Refusal.nothingToReplace': 'Babu abin da zai canza',
  'Refusal.nothingToReplace.details': 'Shigar da wani adadi, farashi, tsawon lokaci ko ranar ƙarshe daban.',
  'Refusal.durationNotReplaceable': 'Odar ba za ta iya samun wannan tsawon lokaci ba',
  'Refusal.durationNotReplaceable.details': 'Tsawon lokacin da za ta iya samu yanzu: {durations}.',
  'Refusal.replaceRejected': 'Kasuwar hannun jari ba ta karɓi canjin ba',
  'Refusal.replaceRejected.details': '{reason}. Odar tana nan yadda take.',
  'Refusal.orderOverdue': 'Ranar ƙarshe ta odar ta wuce',
  'Refusal.orderOverdue.details': 'Ba a ƙara cinikin oda {orderID}. Ana iya soke ta.',
  'Refusal.quantityBelowFilled': 'Adadin ya gaza abin da aka riga aka cika',
  'Refusal.quantityBelowFilled.details': 'An cika hannayen jari {cumQty}. Domin tsayar da odar, ku soke ta.',
  'Refusal.outcomeUnknown': 'Ba a san sakamakon wannan buƙata ba',
  'Refusal.outcomeUnknown.details':
    'Uwar garke ba ta iya tabbatar da cewa an adana ta ba. Ku sake aika ta: ba a yin buƙata ɗaya sau biyu.',
  'Refusal.sideNotPermitted': 'Babu izinin ciniki a wannan ɓangaren',
  'Refusal.sideNotPermitted.details': 'Wannan oda tana buƙatar izini: {side}.',
  'Refusal.crossOutsideQuotes': 'Farashin ba ya tsakanin mafi kyawun tayin saye da na sayarwa',
  'Refusal.crossOutsideQuotes.details':
    'Ana iya cinikin haɗi na {securityID} daga {low} zuwa {high} yanzu: a kan mafi kyawun tayin saye da na sayarwa ko tsakaninsu.',
  'Refusal.crossOfOneAccount': 'Cinikin haɗi yana buƙatar asusu biyu',
  'Refusal.crossOfOneAccount.details':
    'Asusu {account} ba zai iya ciniki da kansa ba. Zaɓi wani mai saye ko mai sayarwa.',
  'Refusal.crossNotInThisPhase': 'Ba a karɓar cinikin haɗi yanzu',
  'Refusal.crossNotInThisPhase.details':
    'Zangon kasuwa: {phase}. Ana karɓar cinikin haɗi a lokacin ciniki mara yankewa kaɗai.',
  'Refusal.stopOrdersNotTaken': 'Kamfaninku ba ya karɓar odojin stop',
  'Refusal.stopOrdersNotTaken.details':
    'Ku aika odar limit ko odar kasuwa. Mai gudanar da kamfanin na iya ba da damar odojin stop a saitunansa.',
  'Refusal.stopPxMissing': 'Odar stop tana buƙatar farashin stop',
  'Refusal.stopPxMissing.details': 'Shigar da farashin da zai mai da ita odar kasuwar hannun jari.',
  'Refusal.stopPxNotAllowed': 'Odar stop ce kaɗai ke da farashin stop',
  'Refusal.stopPxNotAllowed.details':
    'A bar farashin stop babu komai, ko a mai da wannan odar stop. Wadda aka kunna ta riga ta zama odar kasuwar hannun jari.',
  'Refusal.stopPxNotAbove': 'Kasuwa ta riga ta kai wannan farashin stop',
  'Refusal.stopPxNotAbove.details':
    'Farashin stop na saye ya fi farashi na ƙarshe na {securityID}, {last}. Domin saye yanzu, ku aika odar limit ko odar kasuwa.',
  'Refusal.stopPxNotBelow': 'Kasuwa ta riga ta kai wannan farashin stop',
  'Refusal.stopPxNotBelow.details':
    'Farashin stop na sayarwa ya gaza farashi na ƙarshe na {securityID}, {last}. Domin sayarwa yanzu, ku aika odar limit ko odar kasuwa.',
  'Refusal.duplicateCrossID': 'An taɓa amfani da wannan lambar cinikin haɗi',
  'Refusal.duplicateCrossID.details':
    'Kamfaninku ya riga ya aika cinikin haɗi {crossID} da wani abun ciki daban. Ba a yi komai ba; ku aika shi a matsayin sabon cinikin haɗi.',

  'Refusal.unknownSecurity': 'Babu wannan hannun jari',
  'Refusal.unknownSecurity.details': 'Babu hannun jari {securityID} a jerin kasuwa.',
  'Refusal.marketClosed': 'Kasuwa tana rufe',
  'Refusal.marketClosed.details': 'Za a sake karɓar odoji daga {opensAt}.',
  'Refusal.priceOffTick': 'Farashin bai yi daidai da matakin farashi ba',
  'Refusal.priceOffTick.details': 'Farashin {securityID} na tafiya da matakin {tick}.',
  'Refusal.priceNotKobo': 'Farashin bai yi daidai ba',
  'Refusal.priceNotKobo.details':
    'Shigar da farashin da ya fi sifili, da lambobi biyu bayan ɗigo a mafi yawa.',
  'Refusal.priceOutsideLimits': 'Farashin ya wuce iyakokin yau',
  'Refusal.priceOutsideLimits.details': 'Ana cinikin {securityID} tsakanin {low} da {high} yau.',
  'Refusal.securityHalted': 'An dakatar da cinikin wannan hannun jari',
  'Refusal.securityHalted.details':
    'Ana iya soke odojin {securityID}, amma ba za a iya shigarwa ko canza su ba.',
  'Refusal.auctionEmpty': 'Babu abin da za a yi ciniki a gwanjon yanzu',
  'Refusal.auctionEmpty.details':
    'Babu farashin ƙiyasi na {securityID}: tayin saye da na sayarwa ba su haɗu ba.',
  'Refusal.imbalanceOnThisSide': 'Babu rashin daidaito a ɗaya ɓangaren',
  'Refusal.imbalanceOnThisSide.details':
    'Har sai an kammala gwanjo, odojin da ke rage rashin daidaito na {securityID} kaɗai ake karɓa ko kyautatawa.',
  'Refusal.beyondTheoreticalPrice': 'Farashin ya wuce farashin ƙiyasi',
  'Refusal.beyondTheoreticalPrice.details': 'Farashin ƙiyasi na {securityID} shi ne {price}.',
  'Refusal.notInThisPhase': 'Ba a karɓar wannan yanzu',
  'Refusal.notInThisPhase.details': 'Zangon kasuwa: {phase}. Abin da ake karɓa yanzu: {taken}.',

  'Refusal.unknownAccount': 'Babu wannan asusu',
  'Refusal.unknownAccount.details': 'Ba a sami asusu {account} a cikin asusun da za ku iya amfani da su ba.',
  'Refusal.tooLongToPrint': 'Bayanin asusun ya yi tsawon da ba za a iya bugawa ba',
  'Refusal.tooLongToPrint.details':
    'Takarda tana da layuka {most} a mafi yawa, waɗannan ranaku suna da {lines}. Zaɓi ranaku kaɗan, ko adana shi a matsayin CSV ko Excel.',
  'Refusal.balanceNotShown': 'Ba a nuna muku ragowar kuɗin',
  'Refusal.balanceNotShown.details':
    'Kamfanin yana nuna ragowar asusu {account} ga mai shi da masu gudanarwa kaɗai.',
  'Refusal.insufficientFunds': 'Kuɗi bai isa ba',
  'Refusal.insufficientFunds.details':
    'Wannan oda tana buƙatar naira {required} tare da caji. Abin da akwai, a naira: {available}.',
  'Refusal.insufficientShares': 'Hannun jari bai isa ba',
  'Refusal.insufficientShares.details':
    'An nemi {required} {securityID}; {available} ne za a iya sayarwa ko fitarwa.',
  'Refusal.feesNotCovered': 'Kuɗin sayarwa bai rufe cajinta ba',
  'Refusal.feesNotCovered.details':
    'Cajin ya fi kuɗin sayarwa da naira {required}. Abin da akwai, a naira: {available}.',
  'Refusal.tooManyStops': 'Odojin stop da ke jira sun yi yawa',
  'Refusal.tooManyStops.details':
    'A asusu ɗaya odojin stop {most} ne a mafi yawa ke jira kan hannun jari, a kamfani gaba ɗaya kuma {mostOfFirm}. Ku soke ɗaya da ke jira, ko ku aika wannan daga baya.',
  'Refusal.amountTooLarge': 'Wannan ya fi abin da asusu zai iya ɗauka',
  'Refusal.amountTooLarge.details':
    'Kuɗi da kuɗin saye na mallaka ba sa wuce ₦{naira}, mallaka kuma ba ta wuce hannayen jari {shares}. Ku duba lambobin, sannan ku sake aikawa.',
  'Refusal.moreThanOutstanding': 'Kamfanin bai fitar da hannayen jari masu yawa haka ba',
  'Refusal.moreThanOutstanding.details':
    'Da wannan canjin, asusun zai mallaki {owned} {securityID}; waɗanda ke hannun jama’a {outstanding} ne. Ku duba adadin, sannan ku sake aikawa.',
  'Refusal.amountInvalid': 'Adadin kuɗin bai yi daidai ba',
  'Refusal.amountInvalid.details':
    'Shigar da adadin da ya fi sifili, da lambobi biyu bayan ɗigo a mafi yawa.',

  'Refusal.marketControlNotPermitted': 'Mai gudanar da kasuwa ne kaɗai ke sarrafa kasuwa',
  'Refusal.marketControlNotPermitted.details': 'Kamfani ba ya dakatar da ciniki, kuma ba ya maido da shi.',
  'Refusal.notHalted': 'Ba a dakatar da shi ba',
  'Refusal.notHalted.details': '{what}: ba a dakatar ba.',
  'Refusal.alreadyHalted': 'An riga an dakatar',
  'Refusal.alreadyHalted.details':
    '{what}: an riga an dakatar. Ku maido da shi kafin ku dakatar da shi saboda wani dalili.',
  'Refusal.corporateActionInvalid': 'Sharuɗɗan ba su cika ba',
  'Refusal.corporateActionInvalid.details':
    'Rabon riba yana da naira kan kowane hannun jari, da lambobi huɗu bayan ɗigo a mafi yawa. Kyauta ko rarrabawa tana da rabo kamar 1:10, hannayen jari nawa kan nawa da ake da su; na rarrabawa ba 1:1 ba ne. Duka ban da rarrabawa suna da ranar biya.',
  'Refusal.corporateActionDates': 'Waɗannan ranakun ba su dace da juna ba',
  'Refusal.corporateActionDates.details':
    'Ranar rajista, {registerDate}, da ranar biya, {payDate}, ranakun aiki ne a cikin shekara guda, ranar biya bayan ranar rajista.',
  'Refusal.corporateActionLate': 'An makara ga wannan ranar rajista',
  'Refusal.corporateActionLate.details': 'Yana fara aiki a ranar {exDate}, kuma wannan ranar kasuwa ta fara.',
  'Refusal.corporateActionAnnounced': 'An sanar da shi da wasu sharuɗɗa',
  'Refusal.corporateActionAnnounced.details':
    'Lamba {id} tana da nau’i, hannun jari da ranar rajista iri ɗaya. Ku janye ta kafin ku sanar da wasu sharuɗɗa.',
  'Refusal.unknownCorporateAction': 'Babu wannan matakin kamfani',
  'Refusal.unknownCorporateAction.details': 'Babu matakin kamfani mai lamba {id}.',
  'Refusal.corporateActionRate': 'Rabon ribar ya fi hannun jarin',
  'Refusal.corporateActionRate.details':
    'Rabon ribar hannun jari ba ya wuce farashinsa, ₦{price} yau. Ku duba adadin, sannan ku sake aikawa.',
  'Refusal.corporateActionRatio': 'Rabon ya yi yawa',
  'Refusal.corporateActionRatio.details':
    'Tare da abin da aka riga aka sanar, hannun jari ɗaya ba zai zama fiye da {most} ba, hannayen jari {most} kuma ba za su gaza ɗaya ba; farashin ba zai wuce ₦{price} ba. Ku duba rabon, sannan ku sake aikawa.',
  'Refusal.corporateActionBegun': 'Ya riga ya fara aiki',
  'Refusal.corporateActionBegun.details': 'Ranar cire haƙƙinsa, {exDate}, ta fara; ba za a iya janye shi ba.',
  'Refusal.haltReasonInvalid': 'Dalilin bai yi daidai ba',
  'Refusal.haltReasonInvalid.details': 'Ku ba da dalili mai haruffa 1 zuwa {most}.',
  'Refusal.noPriceList': 'Babu jerin farashi na wannan rana',
  'Refusal.noPriceList.details': 'Jerin farashi na farko na ranar {from} ne.',
  'Refusal.unknownWatchlist': 'Babu wannan jeri',
  'Refusal.unknownWatchlist.details': 'Wataƙila an goge jerin a halin yanzu.',
  'Refusal.watchlistNameTaken': 'Akwai jeri mai wannan suna',
  'Refusal.watchlistNameTaken.details': 'Ku ba jerin wani suna ba {name} ba.',
  'Refusal.tooManyWatchlists': 'Ba za a iya ƙara jeri ba',
  'Refusal.tooManyWatchlists.details': 'Kuna da jerori {most}. Ku goge ɗaya kafin ku ƙara wani.',
  'Refusal.What.market': 'Kasuwa',
  'Refusal.What.firm': 'Kamfani {tenantId}',
  'Refusal.What.account': 'Asusu {account}',
  'Refusal.What.cscsAccount': 'Asusun CSCS {cscsAccount}',
  'Refusal.alreadyOpen': 'An riga an buɗe',
  'Refusal.alreadyOpen.details': '{what}: an riga an buɗe.',
  'Refusal.cscsAccountInvalid': 'Lambar asusun CSCS ba ta yi daidai ba',
  'Refusal.cscsAccountInvalid.details':
    'Lambar asusun CSCS tana da lambobi goma; {cscsAccount} ba haka take ba.',
  'Refusal.unknownFirm': 'Kamfanin ba shi da izinin ciniki',
  'Refusal.unknownFirm.details': 'Dole a buɗe shi don ciniki kafin a buɗe asusunsa.',
  'Refusal.customerNameDiffers': 'Abokin ciniki yana da wani suna',
  'Refusal.customerNameDiffers.details':
    'Sunan abokin ciniki {customerId} shi ne {customerName}. Ku canza sunan kafin a buɗe wani asusu.',
  'Refusal.termsInvalid': 'Ba za a iya rubuta waɗannan sharuɗɗan ba',
  'Refusal.termsInvalid.details':
    'Lambar asusu tana da haruffa 1 zuwa {account}, suna kuma 1 zuwa {customerName}; lambar abokin ciniki ta fi sifili.',

  'Refusal.chargesInvalid': 'Waɗannan caji ba su yi daidai ba',
  'Refusal.chargesInvalid.details':
    'Kaso yana daga 0 zuwa {rate}%, VAT ɗinsa daga 0 zuwa {vat}%, mafi ƙaranci daga ₦0 zuwa ₦{minimum}, kuma ana ba da kowanne sau ɗaya a kwanan wata.',
  'Refusal.periodInvalid': 'Ranakun ba su cikin tsari',
  'Refusal.periodInvalid.details': 'Ranar farko, {from}, ta zo bayan ta ƙarshe, {to}.',
  'Refusal.unknownContractNote': 'Babu wannan takardar ciniki',
  'Refusal.unknownContractNote.details':
    'Ba a sami takardar ciniki {number} a cikin na asusun da za ku iya amfani da su ba.',
  'Refusal.noContractNotes': 'Babu takardun ciniki a wannan lokaci',
  'Refusal.noContractNotes.details': 'Zaɓi wasu ranaku, ko ɗaya ɓangaren.',
  'Refusal.dateNotReached': 'Wannan rana ba ta zo ba tukuna',
  'Refusal.dateNotReached.details':
    '{date} ta zo bayan ranar kasuwa, {today}. Zaɓi wannan rana ko wadda ta gabace ta.',
  'Refusal.chargesTooEarly': 'Ba za a iya canza caji a ranar kasuwa da ta fara ba',
  'Refusal.chargesTooEarly.details':
    'Takardun ranar {marketDate} suna riƙe da cajinsu. Sababbin su fara daga wata rana mai zuwa.',
  'Refusal.chargesTooMany': 'Canje-canjen caji masu zuwa sun yi yawa',
  'Refusal.chargesTooMany.details':
    'Ranaku masu zuwa ba sa wuce {most}: na gefe da abin caji ɗaya, ko na abokin ciniki ɗaya. Ku fara goge ɗaya da ba ta fara ba.',
  'Refusal.chargesTooLate': 'Ba za a iya shigar da caji zuwa rana mai nisa haka ba',
  'Refusal.chargesTooLate.details':
    'Suna farawa a {last} a ƙarshe. Ku shigar da su daga baya, ko ku zaɓi rana mafi kusa.',
  'Refusal.unknownCharge': 'Babu wannan caji',
  'Refusal.unknownCharge.details': 'Wataƙila an riga an goge shi. Ba a goge komai yanzu ba.',
  'Refusal.chargeInForce': 'Ba za a iya goge cajin da ke aiki ba',
  'Refusal.chargeInForce.details':
    'Ana cajin takardun ciniki da shi tun {dateFrom}. Shigar da wani layi daban, daga wata rana mai zuwa.',
  'Refusal.noBankAccount': 'Babu asusun banki da aka ajiye',
  'Refusal.noBankAccount.details':
    'Kuɗin sayarwa na asusu {account} ba zai iya fita kai tsaye ba sai an shigar da asusun banki na abokin cinikin.',
  'Refusal.unknownBank': 'Ba a san wannan banki ba',
  'Refusal.unknownBank.details': 'Babu bankin da ke da lamba {bankCode}. Zaɓi ɗaya daga jerin.',
  'Refusal.bankAccountInvalid': 'Wannan ba lambar asusun bankin ba ce',
  'Refusal.bankAccountInvalid.details':
    '{number} ba asusun {bank} ba ne: lamba tana da lambobi goma, ta ƙarshe kuma tana tantance sauran. Ku kwatanta ta da ta abokin cinikin.',
  'Refusal.noMemberCode': 'Kamfanin ba shi da lambar memba',
  'Refusal.noMemberCode.details':
    'Lambobin sababbin asusu suna farawa da ita. Ku shigar da ita a Saituna, sannan ku sake buɗe asusun.',
  'Refusal.memberCodeTaken': 'Wani kamfani yana da lambar memba {memberCode}',
  'Refusal.memberCodeTaken.details':
    'Lambobin asusu suna farawa da ita, don haka kowane kamfani yana da tasa. Ku shigar da lambar da kasuwar hannun jari ta ba wannan kamfani.',
  'Refusal.documentsWaiting': 'Ana duba takardu da yawa a yanzu',
  'Refusal.documentsWaiting.details': 'Ba a ajiye komai daga cikin wannan ba. Ku sake aikawa nan gaba kaɗan.',
  'Refusal.crossSideRefused': 'An ƙi ɗaya ɓangaren cinikin haɗin',
  'Refusal.crossSideRefused.details':
    'A cinikin haɗi {crossID}, odoji biyun za su yi ciniki tare ko babu. Dillalinsa ya san dalilin da aka ƙi ɗayar.',
  'Refusal.termsInForce': 'Wannan ya riga ya fara aiki',
  'Refusal.termsInForce.details': 'Babu abin da zai canza game da inda kuɗin asusu {account} yake zuwa.',
  'Refusal.termsPending': 'Wani canji na jiran amincewa',
  'Refusal.termsPending.details':
    'Canjin inda kuɗin asusu {account} yake zuwa na jira. A fara amincewa da shi ko a ƙi shi.',
  'Refusal.unknownCustomer': 'Babu wannan abokin ciniki',
  'Refusal.unknownCustomer.details': 'Babu abokin ciniki {customerId} mai asusu a kamfanin.',

  'Refusal.notWithdrawable': 'Kuɗin da za a biya bai isa ba',
  'Refusal.notWithdrawable.details':
    'Abin da za a iya biya yanzu, a naira: {withdrawable}. Abin da aka riƙe wa odoji da ke buɗe da abin da ba a kammala ba yana nan.',
  'Refusal.withdrawalsPending': 'Akwai wasu cire kuɗi na wannan asusu da ke jiran amincewa',
  'Refusal.withdrawalsPending.details':
    'Za su ɗauki naira {pending}. Abin da za a iya biya ban da su, a naira: {withdrawable}.',
  'Refusal.transfersOutPending': 'Akwai wasu fitar da hannun jari na wannan asusu da ke jiran amincewa',
  'Refusal.transfersOutPending.details':
    'Za su ɗauki {pending} {securityID}. {available} ne za a iya fitarwa ban da su.',
  'Refusal.postedBefore': 'An riga an rubuta wannan lambar shaida',
  'Refusal.postedBefore.details':
    '{maker} ya rubuta {posting} da lambar shaida {reference} don wannan asusu a {date}, lamba {id}. A sake rubutawa sai idan an motsa shi sau biyu.',
  'Refusal.unknownPayment': 'Babu irin wannan buƙata',
  'Refusal.unknownPayment.details': 'Ba a sami buƙata {id} ba.',
  'Refusal.paymentDecided': 'Wannan buƙata ba ta jira kuma',
  'Refusal.paymentDecided.details': 'An rubuta, an ƙi ko an soke buƙata {id}.',
  'Refusal.paymentBeingPosted': 'Ana rubuta wannan buƙata yanzu',
  'Refusal.paymentBeingPosted.details':
    'Wani yana rubuta buƙata {id} a yanzu. Sake gwadawa nan da ɗan lokaci.',
  'Refusal.paidTooLongAgo': 'Wannan rana ta daɗe sosai',
  'Refusal.paidTooLongAgo.details':
    'Shigar da ranar da ka biya: {date} a farko. Don biyan da ya fi haka daɗewa, tambayi kamfaninka.',
  'Refusal.paymentsWaiting': 'Buƙatu da yawa na jira',
  'Refusal.paymentsWaiting.details':
    'Buƙatu {most} na asusu ne kaɗai ke jira lokaci guda. Soke ɗaya ko jira a yanke hukunci.',
  'Refusal.paidInFuture': 'Wannan rana ba ta zo ba tukuna',
  'Refusal.paidInFuture.details': 'Shigar da ranar da ka biya: {date} a ƙarshe.',
  'Refusal.payeeMissing': 'Ba a yi rajistar asusun banki ba',
  'Refusal.payeeMissing.details':
    'Kuɗin da ake cirewa daga asusu {account} na zuwa asusun bankin abokin ciniki kaɗai. Nemi kamfaninka ya yi rajistarsa.',
  'Refusal.payeeChanged': 'Asusun bankin da aka yi rajista ya canza',
  'Refusal.payeeChanged.details':
    'Buƙata {id} ta ambaci tsohon asusu. Ƙi ta kuma nemi abokin ciniki ya sake nema.',
  'Refusal.postingIDUsed': 'An taɓa aika wannan rubutun da wani abun ciki daban',
  'Refusal.postingIDUsed.details': 'Ba a canza rubutu {postingID} ba. Ku aika naku a matsayin sabo.',
  'Refusal.approverNotIndependent': 'Ku da wanda ya nema ba a ƙidaya ku mutum biyu',
  'Refusal.approverNotIndependent.details':
    'Cikin kwanaki {days} kafin buƙatar, ko bayanta, {by} ya ƙirƙiri {user} ko ya sauya yadda {user} ke shiga ko haƙƙoƙinsa. Wani mutum daban ne zai amince.',
  'Refusal.approverUnconfirmed': 'Ba a tabbatar da haƙƙinku na amincewa ba tukuna',
  'Refusal.approverUnconfirmed.details': '{by} ne ya ba ku. Wani mai gudanarwa daban ne zai tabbatar da shi.',
  'Refusal.makerUnconfirmed': 'Ba a tabbatar da haƙƙin shigarwa na {user} ba tukuna',
  'Refusal.makerUnconfirmed.details':
    '{by} ne ya ba da shi. Bayan wani mai gudanarwa daban ya tabbatar da shi, za a iya amincewa da wannan.',
  'Refusal.postingUnconfirmed': 'Ba a tabbatar da haƙƙinku na shigarwa ba tukuna',
  'Refusal.postingUnconfirmed.details':
    '{by} ne ya ba ku. Sai wani mai gudanarwa daban ya tabbatar da shi kafin ku shigar da abin da wani mutum zai amince da shi.',
  'Refusal.confirmedByOther': 'Wani mai gudanarwa daban ne zai tabbatar da waɗannan haƙƙoƙi',
  'Refusal.confirmedByOther.details':
    '{by} ne ya bayar da su. Wani daban, mai zaman kansa daga {by}, zai tabbatar.',
  'Refusal.transferOwn': 'Ba za ku iya yanke shawara kan rubutunku ba',
  'Refusal.transferOwn.details': 'Wani mutum daban ne zai amince da shi ko ya ƙi shi.',
  'Refusal.transferDecided': 'An riga an yanke shawara kan wannan rubutun',
  'Refusal.transferDecided.details': 'Rubutu {id} ba ya jiran amincewa yanzu.',
  'Refusal.unknownTransfer': 'Babu wannan rubutun',
  'Refusal.unknownTransfer.details': 'Ba a sami rubutu {id} a cikin na kamfanin ba.',

  'Refusal.busy': 'Kuna aikawa da sauri fiye da kima',
  'Refusal.busy.details': 'Ba a karɓi wannan buƙata ba. Ku ɗan jira, sannan ku sake aika ta.',
  'Refusal.unavailable': 'Ba a iya kai wa ga kasuwa',
  'Refusal.unavailable.details':
    'Ba a karɓi wannan buƙata ba. Uwar garke tana maido da kasuwa; ku sake aika ta bayan ƴan daƙiƙoƙi.',
  'Refusal.tradingPaused': 'An dakatar da ciniki na ɗan lokaci',
  'Refusal.tradingPaused.details':
    'Agogon uwar garke ya yi tsalle. Ba a karɓi wannan buƙata ba; ciniki zai ci gaba da zarar an tabbatar da lokaci, cikin kusan minti ɗaya. Har yanzu ana iya soke odoji.',
  'Refusal.tooManyRequests': 'Buƙatu sun yi yawa',
  'Refusal.tooManyRequests.details': 'Ku jira daƙiƙa {seconds}, sannan ku sake gwadawa.',
  'Refusal.idempotencyKeyUsed': 'Wannan Idempotency-Key na wata buƙata ce daban',
  'Refusal.idempotencyKeyUsed.details':
    'Ba a yi komai ba. Ku aika sabuwar buƙata da nata mabuɗin; ana iya sake aika buƙata ɗaya kaɗai da mabuɗinta.',
  'Refusal.keyOutcomeUnknown': 'Ba a san ko an aiwatar da wannan buƙata ba',
  'Refusal.keyOutcomeUnknown.details':
    'Uwar garke ba ta iya tabbatarwa ba: ta gaza ko ta tsaya a hanya. Ku duba ko abin da aka nema yana nan; idan babu, ku sake aika ta da wani Idempotency-Key.',
  'Refusal.unknownNotification': 'Babu wannan sanarwar',
  'Refusal.unknownNotification.details': 'Wataƙila an cire ta, ko sababbi sun maye gurbinta.',
  'Refusal.unrecordable': 'Ba za a iya adana wannan buƙata ba',
  'Refusal.unrecordable.details':
    'Ma’ajiyar bayanai ta ƙi abin da ke cikinta, kuma ba a adana komai nata ba. Idan aka sake aika ta ba tare da canji ba, za a sake ƙin ta.',

  'Refusal.registrationTokenInvalid': 'Rajistarku ba a buɗe take a nan yanzu ba',
  'Refusal.registrationTokenInvalid.details':
    'Ku shiga da sunan mai amfani da kalmar sirrinku domin ci gaba da ita.',
  'Refusal.registrationClosed': 'Wannan kamfani ba ya karɓar rajista',
  'Refusal.registrationClosed.details': 'Ku tambayi kamfanin yadda yake buɗe asusu.',
  'Refusal.verificationCodeOver': 'Babu lambar da ke aiki a yanzu',
  'Refusal.verificationCodeOver.details':
    'Ta wuce minti 30, ko an shigar da ita ba daidai ba sau biyar. Ku nemi a aiko wata.',
  'Refusal.emailNotVerified': 'Ba a tabbatar da adireshin imel ɗinku ba tukuna',
  'Refusal.emailNotVerified.details': 'Shigar da lambar da aka aiko muku ta imel, sannan ku ci gaba.',
  'Refusal.unknownAccountRequest': 'Babu wannan buƙatar asusu',
  'Refusal.unknownAccountRequest.details':
    'Kamfaninku ba shi da mai wannan lamba, ko ba ku da izinin ganinta.',
  'Refusal.accountRequestChanged': 'An yanke shawara kan wannan buƙata a halin yanzu',
  'Refusal.accountRequestChanged.details': 'Halinta yanzu: {status}. Ku sake karanta ta.',
  'Refusal.accountRequestNotEditable': 'Ba za a iya canza wannan buƙata yanzu ba',
  'Refusal.accountRequestNotEditable.details': 'Halinta: {status}.',
  'Refusal.accountRequestIncomplete': 'Buƙatar ba ta cika ba',
  'Refusal.accountRequestIncomplete.details': 'Abin da ya rage ko ya yi kuskure: {fields}.',
  'Refusal.accountRequestOwn': 'Ba wanda ke duba buƙatar kansa',
  'Refusal.accountRequestOwn.details': 'Ku nemi wani mai gudanarwa na kamfaninku.',
  'Refusal.accountRequestEdited': 'Kun canza wannan buƙata',
  'Refusal.accountRequestEdited.details':
    'Wani ne zai amince da abin da kuka canza. Ku nemi wani mai gudanarwa na kamfaninku.',
  'Refusal.accountRequestRevised': 'An canza wannan buƙata bayan kun karanta ta',
  'Refusal.accountRequestRevised.details':
    'Ba a yanke shawara ba. Ku sake karanta ta, sannan ku yanke shawara.',
  'Refusal.accountRequestDoubtful': 'Wasu ma sun ba da amsoshin wannan buƙata',
  'Refusal.accountRequestDoubtful.details':
    'Ku faɗi dalilin da kuke amincewa da ita duk da haka. Ana ajiye dalilin a tarihinta.',
  'Refusal.accountRequestOfNobody': 'An kashe ko an goge mai amfani na wannan buƙata',
  'Refusal.accountRequestOfNobody.details':
    'Ba wanda zai iya shiga asusun. Ku kunna mai amfanin, ko ku ƙi buƙatar.',
  'Refusal.depositoryNumbersMissing': 'Babu lambobin ma’ajiyar hannun jari',
  'Refusal.depositoryNumbersMissing.details':
    'Ba a haɗa da ma’ajiyar hannun jari ba: ku shigar da asusun CSCS da lambar gidan kammala ciniki da CSCS ta ba mai nema.',
  'Refusal.cscsAccountHeld': 'An riga an ɗauki wannan asusun CSCS',
  'Refusal.cscsAccountHeld.details': '{cscsAccount} na wani asusu ne na kamfanin.',
  'Refusal.chnHeld': 'An riga an ɗauki wannan lambar gidan kammala ciniki',
  'Refusal.chnHeld.details': '{chn} ta wani abokin ciniki ce na kamfanin.',
  'Refusal.documentInvalid': 'Ba za a iya amfani da wannan takarda ba: {document}',
  'Refusal.documentInvalid.details':
    'Ku aika cikakken hoto na JPEG ko PNG mai megapixel 40 a mafi yawa, ko fayil ɗin PDF ba tare da script ko kalmar sirri ba.',
  'Refusal.documentsTooLarge': 'Takardun sun yi girma',
  'Refusal.documentsTooLarge.details': 'Duk takardun buƙata ba sa wuce MB {megabytes}.',
  'Refusal.unknownDocument': 'Babu wannan takarda',
  'Refusal.unknownDocument.details': 'Ba a aika ta da wannan buƙata ba, ko an cire ta.',
} as const
