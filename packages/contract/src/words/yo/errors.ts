// Longer than 300 lines, for it is one table: the texts of all refusals and failures.

export const errors = {
  UnknownError: 'Ẹ̀rọ ìpèsè kò dáhùn. Yẹ ìsopọ̀ rẹ wò, kí o sì gbìyànjú lẹ́ẹ̀kan sí i.',

  'Denied.notSignedIn': 'Aṣàmúlò yìí kò tíì wọlé sí áàpù náà!',
  'Denied.notMember': 'A kò fúnni ní àṣẹ tí a nílò. Ilé-iṣẹ́ rẹ kò tíì fún ọ ní ipa kankan.',
  'Denied.all': 'A kò fúnni ní àṣẹ tí a nílò. Gbogbo àṣẹ wọ̀nyí ni a gbọ́dọ̀ ní: {permissions}',
  'Denied.any': 'A kò fúnni ní àṣẹ tí a nílò. Ó kéré tán, a gbọ́dọ̀ ní ọ̀kan nínú àṣẹ wọ̀nyí: {permissions}',
  'Failure.internal': 'Àṣìṣe inú ẹ̀rọ kan ṣẹlẹ̀ nígbà ìbéèrè rẹ!',

  'Refusal.invalidUserNameOrPassword': 'Ìwọlé kùnà!',
  'Refusal.invalidUserNameOrPassword.details': 'Orúkọ aṣàmúlò tàbí ọ̀rọ̀ aṣínà kò tọ́',
  'Refusal.userIsNotActive': 'Ìwọlé kùnà!',
  'Refusal.userIsNotActive.details': 'Aṣàmúlò {userName} kò ṣiṣẹ́ lọ́wọ́, kò sì lè wọlé.',
  'Refusal.userEmailIsNotConfirmed': 'Ìwọlé kùnà!',
  'Refusal.userEmailIsNotConfirmed.details': 'A kò tíì jẹ́rìísí àdírẹ́sì ímeèlì rẹ.',
  'Refusal.noTenantWithName': 'Ìwọlé kùnà!',
  'Refusal.noTenantWithName.details': 'Kò sí ilé-iṣẹ́ tó ń jẹ́ {tenancyName}.',
  'Refusal.tenantIsNotActive': 'Ìwọlé kùnà!',
  'Refusal.tenantIsNotActive.details': 'Ilé-iṣẹ́ {tenancyName} kò ṣiṣẹ́ lọ́wọ́.',

  'Refusal.resetLinkInvalid': 'Líǹkì yìí kò ṣiṣẹ́ mọ́',
  'Refusal.resetLinkInvalid.details': 'A ti lò ó tẹ́lẹ̀, tàbí ó ti pẹ́ jù. Béèrè fún líǹkì tuntun.',
  'Refusal.passwordCommon': 'Ọ̀rọ̀ aṣínà yìí wọ́pọ̀ jù',
  'Refusal.passwordCommon.details':
    'Ó wà lára àwọn ọ̀rọ̀ aṣínà tí wọ́n kọ́kọ́ máa ń gbìyànjú. Yan èyí tí ìwọ nìkan lè ronú kàn.',
  'Refusal.passwordHasName': 'Ọ̀rọ̀ aṣínà yìí ní orúkọ nínú',
  'Refusal.passwordHasName.details':
    'Yan èyí tí kò ní orúkọ rẹ, àdírẹ́sì ímeèlì rẹ tàbí orúkọ ilé-iṣẹ́ rẹ nínú.',
  'Refusal.passwordWrong': 'Ọ̀rọ̀ aṣínà lọ́wọ́lọ́wọ́ rẹ kò tọ́',
  'Refusal.passwordWrong.details': 'Tún un tẹ̀. Lẹ́yìn àṣìṣe púpọ̀, dúró díẹ̀.',

  'Refusal.emailCodeWrong': 'Kóòdù yìí kò tọ́',
  'Refusal.emailCodeWrong.details':
    'Tẹ kóòdù inú ímeèlì tó kẹ́yìn. Lẹ́yìn àṣìṣe márùn-ún, jẹ́ kí a fi òmíràn ránṣẹ́.',
  'Refusal.ownPasswordNeeded': 'Àdírẹ́sì ímeèlì mìíràn gba ọ̀rọ̀ aṣínà tìrẹ',
  'Refusal.ownPasswordNeeded.details':
    'Tẹ ọ̀rọ̀ aṣínà tí o fi wọlé: àdírẹ́sì náà ni àwọn ìtọ́kasí tó ń mú aṣàmúlò wọlé ń lọ.',
  'Refusal.newPasswordDue': 'Kọ́kọ́ yan ọ̀rọ̀ aṣínà tìrẹ',
  'Refusal.newPasswordDue.details':
    'Ẹlòmíràn ni ó ṣètò ọ̀rọ̀ aṣínà rẹ. A kò ní dáhùn ohunkóhun mìíràn títí o fi yan òmíràn.',
  'Refusal.secondFactorDue': 'Kọ́kọ́ ṣètò ìwọlé onígbésẹ̀ méjì',
  'Refusal.secondFactorDue.details':
    'Ilé-iṣẹ́ rẹ béèrè fún un. A kò ní dáhùn ohunkóhun mìíràn títí a ó fi tàn án.',
  'Refusal.passwordUnchanged': 'Èyí ni ọ̀rọ̀ aṣínà rẹ lọ́wọ́lọ́wọ́',
  'Refusal.passwordUnchanged.details': 'Yan òmíràn.',
  'Refusal.languageNotOffered': 'Ilé-iṣẹ́ rẹ kò pèsè èdè yìí',
  'Refusal.languageNotOffered.details': 'Yan ọ̀kan nínú àwọn tí a tò.',
  'Refusal.unknownSession': 'Ìwọlé yìí ti parí ná',
  'Refusal.unknownSession.details': 'A ti parí rẹ̀, tàbí àkókò rẹ̀ dópin.',

  'Refusal.twoFactorIsOn': 'Ìwọlé onígbèésẹ̀ méjì ti wà ní títàn ná',
  'Refusal.twoFactorIsOn.details': 'Pa á kí o tó tún un ṣètò.',
  'Refusal.twoFactorCodesOver': 'Àwọn kóòdù áàpù kò ṣiṣẹ́ mọ́',
  'Refusal.twoFactorCodesOver.details':
    'Àwọn tí kò tọ́ ti pọ̀ jù. Fi kóòdù ìmúbọ̀sípò wọlé, tàbí sọ fún alábòójútó ilé-iṣẹ́ rẹ kó pa ìgbésẹ̀ kejì.',
  'Refusal.twoFactorCodeWrong': 'Kóòdù náà kò tọ́',
  'Refusal.twoFactorCodeWrong.details':
    'Ẹ̀ẹ̀kan ni kóòdù kọ̀ọ̀kan ń ṣiṣẹ́. Tẹ èyí tí áàpù rẹ ń fi hàn nísinsìnyí; níbi tó bá ti wà ní títàn, kóòdù ìmúbọ̀sípò ń ṣiṣẹ́ pẹ̀lú.',

  'Refusal.tenancyNameTaken': 'Ilé-iṣẹ́ mìíràn ti ń lo orúkọ ìwọlé {tenancyName}.',
  'Refusal.tenancyNameTaken.details': 'Yan orúkọ mìíràn láti fi wọlé sí ilé-iṣẹ́ náà.',
  'Refusal.firmHasAdministrator': 'Alábòójútó ilé-iṣẹ́ náà ti wọlé rí',
  'Refusal.firmHasAdministrator.details':
    'Láti ìgbà náà, ilé-iṣẹ́ fúnra rẹ̀ ló ń jẹ́ kí àwọn ènìyàn rẹ̀ wọlé: nípa bíbéèrè líǹkì lójú ìwé ìwọlé, tàbí nípasẹ̀ alábòójútó mìíràn níbẹ̀.',
  'Refusal.unknownTenant': 'Kò sí irú ilé-iṣẹ́ bẹ́ẹ̀',
  'Refusal.unknownTenant.details': 'Ó lè jẹ́ pé a ti pa á rẹ́ láàrin ìgbà náà. Tún ṣí àkójọ náà.',
  'Refusal.firmDisabled': 'Ilé-iṣẹ́ tí a dá dúró wà ní ìdádúró',
  'Refusal.firmDisabled.details': 'Kọ́kọ́ mú {name} ṣiṣẹ́. A lè pa ìdádúró pàjáwìrì rẹ̀ pẹ̀lú rẹ̀.',
  'Refusal.firmNotEmpty': 'A kò tíì lè pa ilé-iṣẹ́ náà rẹ́',
  'Refusal.firmNotEmpty.details':
    'Àkáǹtì tó ní owó, ìpín tàbí òwò tí kò tíì yanjú: {accounts}. Ọ́dà tó ṣí sílẹ̀: {openOrders}. Ó tún lè ku owó ìgbésẹ̀ kọ́ńpánì láti san. Dá ilé-iṣẹ́ náà dúró ná.',

  'Refusal.unknownOrder': 'Kò sí irú ọ́dà bẹ́ẹ̀',
  'Refusal.unknownOrder.details': 'A kò rí ọ́dà {orderID} láàrin àwọn ọ́dà tí o lè rí.',
  'Refusal.duplicateClOrdID': 'A ti lo nọ́ńbà ọ́dà yìí tẹ́lẹ̀',
  'Refusal.duplicateClOrdID.details':
    'A ti fi ìbéèrè {clOrdID} ránṣẹ́ fún àkáǹtì yìí pẹ̀lú àkóónú mìíràn. A kò ṣe nǹkankan; fi í ránṣẹ́ gẹ́gẹ́ bí ìbéèrè tuntun.',
  'Refusal.orderTypeUnsupported': 'A kò ní irú ọ́dà yìí',
  'Refusal.orderTypeUnsupported.details': '{what}: a kì í gbà wọ́n.',
  'Refusal.priceMissing': 'Irú ọ́dà yìí nílò iye owó',
  'Refusal.priceMissing.details': 'Tẹ iye owó tó burú jùlọ tí o lè gbà.',
  'Refusal.priceNotAllowed': 'Irú ọ́dà yìí kì í ní iye owó',
  'Refusal.priceNotAllowed.details': 'Yọ iye owó kúrò. {instead} ní iye owó.',
  'Refusal.quantityInvalid': 'Iye ìpín náà kò tọ́',
  'Refusal.quantityInvalid.details': 'Tẹ odidi nọ́ńbà, ó kéré tán ìpín 1.',
  'Refusal.expiryInvalid': 'Ọjọ́ ìkẹyìn ọ́dà náà kò tọ́',
  'Refusal.expiryInvalid.details':
    'Fi ọjọ́ kan sí i láti {first} sí {last} fún ọ́dà títí di ọjọ́ kan; má fi ọjọ́ sí irú mìíràn.',
  'Refusal.displayQtyInvalid': 'Iye ìpín tí yóò hàn kò tọ́',
  'Refusal.displayQtyInvalid.details':
    'Ọ́dà limit tó wà nínú ìwé ọ́dà lè fi apá kan hàn: láti ìpín {least} sí {most}, ó kéré tán ìdá kan nínú ọgọ́rùn-ún ọ́dà náà.',
  'Refusal.minQtyInvalid': 'Iye ìpín tó kéré jù náà kò tọ́',
  'Refusal.minQtyInvalid.details':
    'Ọ́dà ìṣòwò àìdúró lè ní iye tó kéré jù láti ìpín 1 sí {most}; ọ́dà gbogbo rẹ̀ tàbí rárá kì í ní òmíràn.',
  'Refusal.orderIsFinal': 'A kò lè yí ọ́dà náà padà mọ́',
  'Refusal.orderIsFinal.details': 'Ipò ọ́dà {orderID}: {state}.',
  'Refusal.orderChanged': 'Ọ́dà náà ti yí padà láàrin ìgbà náà',
  'Refusal.orderChanged.details': 'Wo ọ́dà náà bó ṣe wà nísinsìnyí, kí o sì tún fi àyípadà rẹ ránṣẹ́.',
  'Refusal.nothingToReplace': 'Kò sí ohun tí yóò yí padà',
  'Refusal.nothingToReplace.details': 'Tẹ iye ìpín, iye owó, àsìkò tàbí ọjọ́ ìkẹyìn mìíràn.',
  'Refusal.durationNotReplaceable': 'Ọ́dà náà kò lè ní àsìkò yìí',
  'Refusal.durationNotReplaceable.details': 'Àsìkò tó lè ní báyìí: {durations}.',
  'Refusal.replaceRejected': 'Ọjà pàṣípààrọ̀ kò gba àyípadà náà',
  'Refusal.replaceRejected.details': '{reason}. Ọ́dà náà wà bó ṣe wà.',
  'Refusal.orderOverdue': 'Ọjọ́ ìkẹyìn ọ́dà náà ti kọjá',
  'Refusal.orderOverdue.details': 'Ọ́dà {orderID} kò ṣòwò mọ́. A lè fagi lé e.',
  'Refusal.quantityBelowFilled': 'Iye ìpín náà kéré sí èyí tó ti ṣẹ',
  'Refusal.quantityBelowFilled.details': 'Ìpín {cumQty} ti ṣẹ. Láti dá ọ́dà náà dúró, fagi lé e.',
  'Refusal.outcomeUnknown': 'A kò mọ àbájáde ìbéèrè yìí',
  'Refusal.outcomeUnknown.details':
    'Ẹ̀rọ ìpèsè kò lè jẹ́rìísí pé ó wà nípamọ́. Tún un fi ránṣẹ́: a kì í ṣe ìbéèrè kan náà lẹ́ẹ̀mejì.',
  'Refusal.sideNotPermitted': 'Kò sí àṣẹ láti ṣòwò ní ìhà yìí',
  'Refusal.sideNotPermitted.details': 'Ọ́dà yìí nílò àṣẹ {side}.',
  'Refusal.crossOutsideQuotes': 'Iye owó náà kò sí láàrin owó ìrà àti owó ìtà tó dára jù',
  'Refusal.crossOutsideQuotes.details':
    'A lè ṣe cross {securityID} láti {low} sí {high} báyìí: lára tàbí láàrin owó ìrà àti owó ìtà tó dára jù.',
  'Refusal.crossOfOneAccount': 'Cross nílò àkáǹtì méjì',
  'Refusal.crossOfOneAccount.details': 'Àkáǹtì {account} kò lè bá ara rẹ̀ ṣòwò. Yan olùrà tàbí olùtà mìíràn.',
  'Refusal.crossNotInThisPhase': 'A kì í gba cross báyìí',
  'Refusal.crossNotInThisPhase.details': 'Ìpele ọjà: {phase}. Ìgbà ìṣòwò àìdúró nìkan ni a ń gba cross.',
  'Refusal.stopOrdersNotTaken': 'Ilé-iṣẹ́ rẹ kì í gba ọ́dà stop',
  'Refusal.stopOrdersNotTaken.details':
    'Fi ọ́dà limit tàbí market ránṣẹ́. Ẹni tó ń ṣàkóso ilé-iṣẹ́ náà lè gba ọ́dà stop láàyè nínú ààtò rẹ̀.',
  'Refusal.stopPxMissing': 'Ọ́dà stop nílò iye owó stop',
  'Refusal.stopPxMissing.details': 'Tẹ iye owó tí yóò fi di ọ́dà lọ́jà.',
  'Refusal.stopPxNotAllowed': 'Ọ́dà stop nìkan ló ń ní iye owó stop',
  'Refusal.stopPxNotAllowed.details':
    'Yọ iye owó stop kúrò, tàbí sọ èyí di ọ́dà stop. Èyí tó ti bẹ̀rẹ̀ iṣẹ́ ti di ọ́dà lọ́jà.',
  'Refusal.stopPxNotAbove': 'Ọjà ti wà ní iye owó stop yìí ná',
  'Refusal.stopPxNotAbove.details':
    'Iye owó stop ti rírà gbọ́dọ̀ ju iye owó tó kẹ́yìn fún {securityID} lọ, {last}. Láti rà nísinsìnyí, fi ọ́dà limit tàbí market ránṣẹ́.',
  'Refusal.stopPxNotBelow': 'Ọjà ti wà ní iye owó stop yìí ná',
  'Refusal.stopPxNotBelow.details':
    'Iye owó stop ti títà gbọ́dọ̀ kéré sí iye owó tó kẹ́yìn fún {securityID}, {last}. Láti tà nísinsìnyí, fi ọ́dà limit tàbí market ránṣẹ́.',
  'Refusal.duplicateCrossID': 'A ti lo nọ́ńbà cross yìí tẹ́lẹ̀',
  'Refusal.duplicateCrossID.details':
    'Ilé-iṣẹ́ rẹ ti fi cross {crossID} ránṣẹ́ pẹ̀lú àkóónú mìíràn. A kò ṣe nǹkankan; fi í ránṣẹ́ gẹ́gẹ́ bíi cross tuntun.',

  'Refusal.unknownSecurity': 'Kò sí irú ìdókòwò bẹ́ẹ̀',
  'Refusal.unknownSecurity.details': 'Kò sí ìdókòwò {securityID} lórí ọjà.',
  'Refusal.marketClosed': 'Ọjà ti tì',
  'Refusal.marketClosed.details': 'A ó tún bẹ̀rẹ̀ sí gba ọ́dà láti {opensAt}.',
  'Refusal.priceOffTick': 'Iye owó náà kì í ṣe odidi tick',
  'Refusal.priceOffTick.details': 'Iye owó {securityID} gbọ́dọ̀ jẹ́ ìlọ́po {tick}.',
  'Refusal.priceNotKobo': 'Iye owó náà kò tọ́',
  'Refusal.priceNotKobo.details': 'Tẹ iye owó tó ju òdo lọ, kí nọ́ńbà ẹ̀yìn àmì má ju méjì lọ.',
  'Refusal.priceOutsideLimits': 'Iye owó náà kọjá òpin ti òní',
  'Refusal.priceOutsideLimits.details': '{securityID} ń ṣòwò láàrin {low} àti {high} lónìí.',
  'Refusal.securityHalted': 'Ìṣòwò ìdókòwò yìí wà ní ìdádúró',
  'Refusal.securityHalted.details': 'A lè fagi lé ọ́dà {securityID}; a kò lè tẹ tuntun tàbí yí wọn padà.',
  'Refusal.auctionEmpty': 'Kò sí ohun tí yóò ṣòwò nínú gbàǹjo báyìí',
  'Refusal.auctionEmpty.details': '{securityID} kò ní iye owó àfojúsọ́nà: owó ìrà àti owó ìtà rẹ̀ kò pàdé.',
  'Refusal.imbalanceOnThisSide': 'Kò sí àìdọ́gba ní ìhà kejì',
  'Refusal.imbalanceOnThisSide.details':
    'Títí gbàǹjo yóò fi parí, ọ́dà tó ń dí àìdọ́gba {securityID} nìkan ni a ń gbà tàbí mú dára sí i.',
  'Refusal.beyondTheoreticalPrice': 'Iye owó náà kọjá iye owó àfojúsọ́nà',
  'Refusal.beyondTheoreticalPrice.details': 'Iye owó àfojúsọ́nà {securityID} ni {price}.',
  'Refusal.notInThisPhase': 'A kì í gba èyí báyìí',
  'Refusal.notInThisPhase.details': 'Ìpele ọjà: {phase}. Èyí tí à ń gbà báyìí: {taken}.',

  'Refusal.unknownAccount': 'Kò sí irú àkáǹtì bẹ́ẹ̀',
  'Refusal.unknownAccount.details': 'A kò rí àkáǹtì {account} láàrin àwọn àkáǹtì tí o lè lò.',
  'Refusal.tooLongToPrint': 'Àkọsílẹ̀ náà gùn jù láti tẹ̀ jáde',
  'Refusal.tooLongToPrint.details':
    'Ìwé kan kì í ju ìlà {most} lọ; àwọn ọjọ́ yìí ní {lines}. Yan ọjọ́ díẹ̀ sí i, tàbí fi pamọ́ bíi CSV tàbí Excel.',
  'Refusal.balanceNotShown': 'A kì í fi ìyókù owó yìí hàn ọ́',
  'Refusal.balanceNotShown.details':
    'Ẹni tó ni àkáǹtì {account} àti àwọn alábòójútó nìkan ni ilé-iṣẹ́ náà ń fi ìyókù owó rẹ̀ hàn.',
  'Refusal.insufficientFunds': 'Owó kò tó',
  'Refusal.insufficientFunds.details':
    'Ọ́dà yìí nílò náírà {required} pẹ̀lú owó iṣẹ́. Èyí tó wà, ní náírà: {available}.',
  'Refusal.insufficientShares': 'Ìpín kò tó',
  'Refusal.insufficientShares.details':
    'A béèrè {required} {securityID}; {available} ló wà lómìnira láti tà tàbí gbé jáde.',
  'Refusal.feesNotCovered': 'Owó títà náà kò tó owó iṣẹ́ rẹ̀',
  'Refusal.feesNotCovered.details':
    'Owó iṣẹ́ fi náírà {required} ju owó tí títà náà mú wá lọ. Èyí tó wà, ní náírà: {available}.',
  'Refusal.tooManyStops': 'Ọ́dà stop tó ń dúró pọ̀ jù',
  'Refusal.tooManyStops.details':
    'Àkáǹtì kan kì í ní ju ọ́dà stop {most} tó ń dúró nínú ìdókòwò kan lọ, odidi ilé-iṣẹ́ {mostOfFirm}. Fagi lé ọ̀kan tó ń dúró, tàbí fi èyí ránṣẹ́ tó bá yá.',
  'Refusal.amountTooLarge': 'Ìyẹn ju ohun tí àkáǹtì kan lè gbà lọ',
  'Refusal.amountTooLarge.details':
    'Owó àti iye rírà ìní kan kì í ju ₦{naira} lọ, ìní kan kì í ju ìpín {shares} lọ. Yẹ àwọn nọ́ńbà náà wò, kí o sì tún un fi ránṣẹ́.',
  'Refusal.moreThanOutstanding': 'Kọ́ńpánì náà kò tíì tẹ ìpín tó bẹ́ẹ̀ jáde',
  'Refusal.moreThanOutstanding.details':
    'Pẹ̀lú ìgbéwọlé yìí, àkáǹtì náà yóò ní {owned} {securityID}; {outstanding} ló wà níta. Yẹ iye ìpín náà wò, kí o sì tún un fi ránṣẹ́.',
  'Refusal.amountInvalid': 'Iye owó náà kò tọ́',
  'Refusal.amountInvalid.details': 'Tẹ iye tó ju òdo lọ, kí nọ́ńbà ẹ̀yìn àmì má ju méjì lọ.',

  'Refusal.marketControlNotPermitted': 'Host nìkan ló ń darí ọjà',
  'Refusal.marketControlNotPermitted.details': 'Ilé-iṣẹ́ kì í dá ìṣòwò dúró, kì í sì bẹ̀rẹ̀ rẹ̀ padà.',
  'Refusal.notHalted': 'Kò sí ní ìdádúró',
  'Refusal.notHalted.details': '{what} kò sí ní ìdádúró.',
  'Refusal.alreadyHalted': 'Ó ti wà ní ìdádúró ná',
  'Refusal.alreadyHalted.details':
    '{what} ti wà ní ìdádúró ná. Bẹ̀rẹ̀ rẹ̀ padà kí o tó dá a dúró fún ìdí mìíràn.',
  'Refusal.corporateActionInvalid': 'Àwọn ìlànà náà kò pé',
  'Refusal.corporateActionInvalid.details':
    'Èrè ìpín ní náírà fún ìpín kan, nọ́ńbà ẹ̀yìn àmì kò ju mẹ́rin lọ. Ìpín ọ̀fẹ́ tàbí ìpínká ní ìdá bíi 1:10, iye ìpín fún iye tí a ní; ti ìpínká kì í ṣe 1:1. Yàtọ̀ sí ìpínká, gbogbo wọn ní ọjọ́ ìsanwó.',
  'Refusal.corporateActionDates': 'Àwọn ọjọ́ yìí kò bára mu',
  'Refusal.corporateActionDates.details':
    'Ọjọ́ ìforúkọsílẹ̀, {registerDate}, àti ọjọ́ ìsanwó, {payDate}, jẹ́ ọjọ́ iṣẹ́ láàrin ọdún kan, ọjọ́ ìsanwó sì tẹ̀lé ọjọ́ ìforúkọsílẹ̀.',
  'Refusal.corporateActionLate': 'Ó ti pẹ́ jù fún ọjọ́ ìforúkọsílẹ̀ yìí',
  'Refusal.corporateActionLate.details': 'Ó bẹ̀rẹ̀ sí í ṣiṣẹ́ ní {exDate}, ọjọ́ ọjà yẹn sì ti bẹ̀rẹ̀.',
  'Refusal.corporateActionAnnounced': 'A ti kéde rẹ̀ pẹ̀lú ìlànà mìíràn',
  'Refusal.corporateActionAnnounced.details':
    'Nọ́ńbà {id} jẹ́ irú, ìdókòwò àti ọjọ́ ìforúkọsílẹ̀ kan náà. Fà á padà kí o tó kéde ìlànà mìíràn.',
  'Refusal.unknownCorporateAction': 'Kò sí irú ìgbésẹ̀ kọ́ńpánì bẹ́ẹ̀',
  'Refusal.unknownCorporateAction.details': 'Kò sí ìgbésẹ̀ kọ́ńpánì tó ní nọ́ńbà {id}.',
  'Refusal.corporateActionRate': 'Èrè ìpín náà ju ìpín náà lọ',
  'Refusal.corporateActionRate.details':
    'Èrè ìpín kan kì í ju iye owó rẹ̀ lọ, ₦{price} lónìí. Yẹ iye náà wò, kí o sì tún un fi ránṣẹ́.',
  'Refusal.corporateActionRatio': 'Ìdá náà pọ̀ jù',
  'Refusal.corporateActionRatio.details':
    'Pẹ̀lú ohun tí a ti kéde, ìpín kan lè di ìpín {most} ó pọ̀ jù, ìpín {most} kò sì lè dín sí ọ̀kan; iye owó rẹ̀ lè di ₦{price} ó pọ̀ jù. Yẹ ìdá náà wò, kí o sì tún un fi ránṣẹ́.',
  'Refusal.corporateActionBegun': 'Ó ti bẹ̀rẹ̀ iṣẹ́',
  'Refusal.corporateActionBegun.details': 'Ọjọ́ ex rẹ̀, {exDate}, ti bẹ̀rẹ̀; a kò lè fà á padà.',
  'Refusal.haltReasonInvalid': 'Ìdí náà kò tọ́',
  'Refusal.haltReasonInvalid.details': 'Sọ ìdí kan tó ní àmì 1 sí {most}.',
  'Refusal.noPriceList': 'Kò sí àkójọ iye owó ti ọjọ́ yẹn',
  'Refusal.noPriceList.details': 'Àkójọ iye owó àkọ́kọ́ jẹ́ ti {from}.',
  'Refusal.unknownWatchlist': 'Kò sí irú àkójọ bẹ́ẹ̀',
  'Refusal.unknownWatchlist.details': 'Ó lè jẹ́ pé a ti pa àkójọ náà rẹ́ láàrin ìgbà náà.',
  'Refusal.watchlistNameTaken': 'Àkójọ tó ń jẹ́ orúkọ yìí ti wà',
  'Refusal.watchlistNameTaken.details': 'Fún àkójọ náà ní orúkọ mìíràn yàtọ̀ sí {name}.',
  'Refusal.tooManyWatchlists': 'A kò lè pa àkójọ mọ́ sí i',
  'Refusal.tooManyWatchlists.details': 'O ní àkójọ {most}. Pa ọ̀kan rẹ́ kí o tó fi òmíràn kún un.',
  'Refusal.What.market': 'Ọjà',
  'Refusal.What.firm': 'Ilé-iṣẹ́ {tenantId}',
  'Refusal.What.account': 'Àkáǹtì {account}',
  'Refusal.What.cscsAccount': 'Àkáǹtì CSCS {cscsAccount}',
  'Refusal.alreadyOpen': 'Ó ti ṣí ná',
  'Refusal.alreadyOpen.details': '{what} ti ṣí ná.',
  'Refusal.cscsAccountInvalid': 'Nọ́ńbà àkáǹtì CSCS náà kò tọ́',
  'Refusal.cscsAccountInvalid.details': 'Nọ́ńbà àkáǹtì CSCS ní nọ́ńbà mẹ́wàá; {cscsAccount} kò ní i.',
  'Refusal.unknownFirm': 'Ilé-iṣẹ́ náà kò lè ṣòwò',
  'Refusal.unknownFirm.details': 'A gbọ́dọ̀ ṣí i fún ìṣòwò kí a tó ṣí àkáǹtì rẹ̀.',
  'Refusal.customerNameDiffers': 'Oníbàárà náà ní orúkọ mìíràn',
  'Refusal.customerNameDiffers.details':
    'A mọ oníbàárà {customerId} sí {customerName}. Yí orúkọ náà padà kí o tó ṣí àkáǹtì mìíràn.',
  'Refusal.termsInvalid': 'A kò lè kọ àwọn ìlànà yìí sílẹ̀',
  'Refusal.termsInvalid.details':
    'Nọ́ńbà àkáǹtì ní àmì 1 sí {account}, orúkọ ní 1 sí {customerName}; nọ́ńbà oníbàárà ju òdo lọ.',

  'Refusal.chargesInvalid': 'Owó iṣẹ́ yìí kò tọ́',
  'Refusal.chargesInvalid.details':
    'Ìdá owó iṣẹ́ jẹ́ 0 sí {rate}%, VAT rẹ̀ 0 sí {vat}%, iye tó kéré jù ₦0 sí ₦{minimum}, ẹ̀ẹ̀kan ni a sì ń fi ọ̀kọ̀ọ̀kan sílẹ̀ fún ọjọ́ kan.',
  'Refusal.periodInvalid': 'Àwọn ọjọ́ yìí kò tò dáadáa',
  'Refusal.periodInvalid.details': 'Ọjọ́ àkọ́kọ́, {from}, wá lẹ́yìn èyí tó kẹ́yìn, {to}.',
  'Refusal.unknownContractNote': 'Kò sí irú ìwé àdéhùn òwò bẹ́ẹ̀',
  'Refusal.unknownContractNote.details': 'A kò rí ìwé àdéhùn òwò {number} láàrin ti àwọn àkáǹtì tí o lè lò.',
  'Refusal.noContractNotes': 'Kò sí ìwé àdéhùn òwò ní àkókò yìí',
  'Refusal.noContractNotes.details': 'Yan ọjọ́ mìíràn, tàbí ìhà mìíràn.',
  'Refusal.dateNotReached': 'Ọjọ́ yìí kò tíì dé',
  'Refusal.dateNotReached.details': '{date} wá lẹ́yìn ọjọ́ ọjà, {today}. Yan ọjọ́ yẹn tàbí èyí tó ṣáájú rẹ̀.',
  'Refusal.chargesTooEarly': 'Owó iṣẹ́ kò lè yí padà ní ọjọ́ ọjà tó ti bẹ̀rẹ̀',
  'Refusal.chargesTooEarly.details':
    'Ìwé àdéhùn ti {marketDate} kò yí owó iṣẹ́ padà. Jẹ́ kí tuntun bẹ̀rẹ̀ lọ́jọ́ mìíràn tó ń bọ̀.',
  'Refusal.chargesTooMany': 'Àyípadà owó iṣẹ́ tó ń bọ̀ ti pọ̀ jù',
  'Refusal.chargesTooMany.details':
    'Ọjọ́ tó ń bọ̀ kì í ju {most} lọ: fún ẹ̀gbẹ́ àti ohun kan, tàbí fún oníbàárà kan. Kọ́kọ́ pa ọ̀kan tí kò tíì bẹ̀rẹ̀ rẹ́.',
  'Refusal.chargesTooLate': 'A kò lè tẹ owó iṣẹ́ sílẹ̀ fún ọjọ́ tó jìnnà tó bẹ́ẹ̀',
  'Refusal.chargesTooLate.details':
    'Ó gbọ́dọ̀ bẹ̀rẹ̀ ní {last} ó pẹ́ tán. Tẹ̀ ẹ́ nígbà tó bá yá, tàbí yan ọjọ́ tó sún mọ́ sí i.',
  'Refusal.unknownCharge': 'Kò sí irú owó iṣẹ́ bẹ́ẹ̀',
  'Refusal.unknownCharge.details': 'Ó lè jẹ́ pé a ti pa á rẹ́. A kò pa nǹkankan rẹ́ báyìí.',
  'Refusal.chargeInForce': 'A kò lè pa owó iṣẹ́ tó ń ṣiṣẹ́ rẹ́',
  'Refusal.chargeInForce.details':
    'A ti ń fi ṣírò ìwé àdéhùn òwò láti {dateFrom}. Tẹ ìlà mìíràn, láti ọjọ́ tó ń bọ̀.',
  'Refusal.noBankAccount': 'Kò sí àkáǹtì báǹkì lákọsílẹ̀',
  'Refusal.noBankAccount.details':
    'Owó àkáǹtì {account} kò lè jáde tààrà títí a ó fi tẹ àkáǹtì báǹkì oníbàárà rẹ̀.',
  'Refusal.unknownBank': 'A kò mọ báǹkì yìí',
  'Refusal.unknownBank.details': 'Kò sí báǹkì tó ní sort code {bankCode}. Yan ọ̀kan nínú àkójọ.',
  'Refusal.bankAccountInvalid': 'Èyí kì í ṣe nọ́ńbà àkáǹtì báǹkì náà',
  'Refusal.bankAccountInvalid.details':
    '{number} kì í ṣe àkáǹtì {bank}: nọ́ńbà mẹ́wàá ló gbọ́dọ̀ jẹ́, èyí tó kẹ́yìn sì ń yẹ àwọn yòókù wò. Fi wé ti oníbàárà.',
  'Refusal.noMemberCode': 'Ilé-iṣẹ́ náà kò ní kóòdù ọmọ ẹgbẹ́',
  'Refusal.noMemberCode.details':
    'Òun ni nọ́ńbà àkáǹtì tuntun fi ń bẹ̀rẹ̀. Tẹ̀ ẹ́ nínú Ààtò, kí o sì tún ṣí àkáǹtì náà.',
  'Refusal.memberCodeTaken': 'Ilé-iṣẹ́ mìíràn ni ó ni kóòdù ọmọ ẹgbẹ́ {memberCode}',
  'Refusal.memberCodeTaken.details':
    'Òun ni nọ́ńbà àkáǹtì fi ń bẹ̀rẹ̀, nítorí náà ilé-iṣẹ́ kọ̀ọ̀kan ní tirẹ̀. Tẹ kóòdù tí ọjà ìpín fún ilé-iṣẹ́ yìí.',
  'Refusal.documentsWaiting': 'Ìwé púpọ̀ ju bó ṣe yẹ lọ là ń yẹ̀ wò báyìí',
  'Refusal.documentsWaiting.details': 'A kò tọ́jú ohunkóhun nínú èyí. Tún un fi ránṣẹ́ láìpẹ́.',
  'Refusal.crossSideRefused': 'A kọ ìhà kejì cross náà',
  'Refusal.crossSideRefused.details':
    'Ọ́dà méjèèjì cross {crossID} yóò ṣòwò, tàbí kí ìkankan má ṣe é. Alágbàtà rẹ̀ mọ ìdí tí a fi kọ ìkejì.',
  'Refusal.termsInForce': 'Èyí ti ń ṣiṣẹ́ ná',
  'Refusal.termsInForce.details': 'Kò sí ohun tí yóò yí padà nípa ibi tí owó àkáǹtì {account} ń lọ.',
  'Refusal.termsPending': 'Àyípadà mìíràn ń dúró de ìfọwọ́sí',
  'Refusal.termsPending.details':
    'Àyípadà ibi tí owó àkáǹtì {account} ń lọ ṣì ń dúró. Kọ́kọ́ jẹ́ kí a fọwọ́ sí i tàbí kí a kọ̀ ọ́.',
  'Refusal.unknownCustomer': 'Kò sí irú oníbàárà bẹ́ẹ̀',
  'Refusal.unknownCustomer.details': 'Kò sí oníbàárà {customerId} tó ní àkáǹtì nílé-iṣẹ́ náà.',

  'Refusal.notWithdrawable': 'Owó tó ṣeé san jáde kò tó',
  'Refusal.notWithdrawable.details':
    'Èyí tó ṣeé san jáde báyìí, ní náírà: {withdrawable}. Èyí tí ọ́dà tó ṣí yà sọ́tọ̀ àti èyí tí kò tíì yanjú kò lè jáde.',
  'Refusal.withdrawalsPending': 'Ìgbówójáde mìíràn láti àkáǹtì yìí ń dúró de ìfọwọ́sí',
  'Refusal.withdrawalsPending.details':
    'Wọ́n gba náírà {pending}. Èyí tó tún ṣeé san jáde, ní náírà: {withdrawable}.',
  'Refusal.transfersOutPending': 'Ìgbéjáde ìpín mìíràn láti àkáǹtì yìí ń dúró de ìfọwọ́sí',
  'Refusal.transfersOutPending.details': 'Wọ́n gba {pending} {securityID}. {available} ló tún ṣeé gbé jáde.',
  'Refusal.postedBefore': 'A ti kọ nọ́mbà ìtọ́kasí yìí sílẹ̀ rí',
  'Refusal.postedBefore.details':
    '{maker} ti kọ {posting} pẹ̀lú nọ́mbà ìtọ́kasí {reference} sílẹ̀ fún àpamọ́ yìí ní {date}, nọ́mbà {id}. Ẹ tún un kọ kìkì bí a bá gbé e lẹ́ẹ̀mejì.',
  'Refusal.unknownPayment': 'Kò sí irú ìbéèrè bẹ́ẹ̀',
  'Refusal.unknownPayment.details': 'A kò rí ìbéèrè {id}.',
  'Refusal.paymentDecided': 'Ìbéèrè yìí kò dúró mọ́',
  'Refusal.paymentDecided.details': 'A ti fi ìbéèrè {id} sílẹ̀, kọ̀ ọ́ tàbí fagilé e.',
  'Refusal.paymentBeingPosted': 'A ń fi ìbéèrè yìí sílẹ̀ lọ́wọ́',
  'Refusal.paymentBeingPosted.details': 'Ẹnìkan ń fi ìbéèrè {id} sílẹ̀ lọ́wọ́lọ́wọ́. Gbìyànjú lẹ́ẹ̀kansi láìpẹ́.',
  'Refusal.paidTooLongAgo': 'Ọjọ́ yìí ti pẹ́ jù',
  'Refusal.paidTooLongAgo.details':
    'Tẹ ọjọ́ tí o san án: kò ṣáájú {date}. Fún ìsanwó tó pẹ́ jù bẹ́ẹ̀, béèrè lọ́wọ́ ilé-iṣẹ́ rẹ.',
  'Refusal.paymentsWaiting': 'Ìbéèrè tó pọ̀ jù ń dúró',
  'Refusal.paymentsWaiting.details':
    'Ìbéèrè {most} nìkan ló lè dúró fún àkáǹtì kan. Fagilé ọ̀kan tàbí dúró de ìpinnu.',
  'Refusal.paidInFuture': 'Ọjọ́ yìí kò tíì dé',
  'Refusal.paidInFuture.details': 'Tẹ ọjọ́ tí o san án: kò kọjá {date}.',
  'Refusal.payeeMissing': 'Kò sí àkáǹtì báńkì tí a forúkọ rẹ̀ sílẹ̀',
  'Refusal.payeeMissing.details':
    'Owó tí a yọ láti àkáǹtì {account} ń lọ sí àkáǹtì báńkì oníbàárà nìkan. Sọ fún ilé-iṣẹ́ rẹ kí ó forúkọ rẹ̀ sílẹ̀.',
  'Refusal.payeeChanged': 'Àkáǹtì báńkì tí a forúkọ rẹ̀ sílẹ̀ ti yàtọ̀',
  'Refusal.payeeChanged.details':
    'Ìbéèrè {id} dárúkọ àkáǹtì àtijọ́. Kọ̀ ọ́ kí o sì ní kí oníbàárà béèrè lẹ́ẹ̀kansí.',
  'Refusal.postingIDUsed': 'A ti fi ìkọwọlé yìí ránṣẹ́ tẹ́lẹ̀ pẹ̀lú àkóónú mìíràn',
  'Refusal.postingIDUsed.details': 'Ìkọwọlé {postingID} kò yí padà. Fi tìrẹ ránṣẹ́ gẹ́gẹ́ bí tuntun.',
  'Refusal.approverNotIndependent': 'Ìwọ àti ẹni tó béèrè kì í ṣe ènìyàn méjì',
  'Refusal.approverNotIndependent.details':
    'Láàárín ọjọ́ {days} ṣáájú ìbéèrè náà, tàbí lẹ́yìn rẹ̀, {by} dá {user} tàbí yí bí {user} ṣe ń wọlé tàbí ẹ̀tọ́ rẹ̀ padà. Ẹlòmíràn ló gbọ́dọ̀ fọwọ́ sí i.',
  'Refusal.approverUnconfirmed': 'A kò tíì fìdí ẹ̀tọ́ rẹ láti fọwọ́ sí i múlẹ̀',
  'Refusal.approverUnconfirmed.details': '{by} ló fún ọ. Alábòójútó mìíràn ló gbọ́dọ̀ fìdí rẹ̀ múlẹ̀.',
  'Refusal.makerUnconfirmed': 'A kò tíì fìdí ẹ̀tọ́ {user} láti fi owó sílẹ̀ múlẹ̀',
  'Refusal.makerUnconfirmed.details':
    '{by} ló fúnni. Lẹ́yìn tí alábòójútó mìíràn bá fìdí rẹ̀ múlẹ̀, a lè fọwọ́ sí èyí.',
  'Refusal.postingUnconfirmed': 'A kò tíì fìdí ẹ̀tọ́ rẹ láti fi owó sílẹ̀ múlẹ̀',
  'Refusal.postingUnconfirmed.details':
    '{by} ló fún ọ. Títí alábòójútó mìíràn yóò fi fìdí rẹ̀ múlẹ̀, o kò lè fi ohun tí ẹlòmíràn gbọ́dọ̀ fọwọ́ sí sílẹ̀.',
  'Refusal.confirmedByOther': 'Alábòójútó mìíràn ló gbọ́dọ̀ fìdí ẹ̀tọ́ wọ̀nyí múlẹ̀',
  'Refusal.confirmedByOther.details': '{by} ló fúnni. Ẹlòmíràn tó dá dúró lọ́wọ́ {by} ló ń fìdí wọn múlẹ̀.',
  'Refusal.transferOwn': 'O kò lè pinnu lórí ìkọwọlé tìrẹ',
  'Refusal.transferOwn.details': 'Ẹlòmíràn ló gbọ́dọ̀ fọwọ́ sí i tàbí kọ̀ ọ́.',
  'Refusal.transferDecided': 'A ti pinnu lórí ìkọwọlé yìí',
  'Refusal.transferDecided.details': 'Ìkọwọlé {id} kò dúró de ìfọwọ́sí mọ́.',
  'Refusal.unknownTransfer': 'Kò sí irú ìkọwọlé bẹ́ẹ̀',
  'Refusal.unknownTransfer.details': 'A kò rí ìkọwọlé {id} láàrin ti ilé-iṣẹ́ náà.',

  'Refusal.busy': 'O ń fi ránṣẹ́ yára jù',
  'Refusal.busy.details': 'A kò gba ìbéèrè yìí. Dúró díẹ̀, kí o sì tún un fi ránṣẹ́.',
  'Refusal.unavailable': 'A kò lè dé ọjà',
  'Refusal.unavailable.details':
    'A kò gba ìbéèrè yìí. Ẹ̀rọ ìpèsè ń mú ọjà bọ̀ sípò; tún un fi ránṣẹ́ ní ìṣẹ́jú-àáyá díẹ̀.',
  'Refusal.tradingPaused': 'Ìṣòwò dúró díẹ̀',
  'Refusal.tradingPaused.details':
    'Aago ẹ̀rọ ìpèsè fò. A kò gba ìbéèrè yìí; ìṣòwò yóò tẹ̀síwájú nígbà tí àkókò bá dájú, láàrin bí ìṣẹ́jú kan. A ṣì lè fagi lé ọ́dà.',
  'Refusal.tooManyRequests': 'Ìbéèrè pọ̀ jù',
  'Refusal.tooManyRequests.details': 'Dúró fún ìṣẹ́jú-àáyá {seconds}, kí o sì tún gbìyànjú.',
  'Refusal.idempotencyKeyUsed': 'Ìbéèrè mìíràn ló ni Idempotency-Key yìí',
  'Refusal.idempotencyKeyUsed.details':
    'A kò ṣe nǹkankan. Fi ìbéèrè tuntun ránṣẹ́ pẹ̀lú key tirẹ̀; ìbéèrè kan náà nìkan ni a lè tún fi ránṣẹ́ pẹ̀lú key rẹ̀.',
  'Refusal.keyOutcomeUnknown': 'A kò mọ̀ bóyá a ti ṣe ìbéèrè yìí',
  'Refusal.keyOutcomeUnknown.details':
    'Ẹ̀rọ ìpèsè kò lè jẹ́rìísí i: ó kùnà tàbí ó dúró lọ́nà. Wò bóyá ohun tí ó béèrè wà níbẹ̀; bí kò bá sí, tún un fi ránṣẹ́ pẹ̀lú Idempotency-Key mìíràn.',
  'Refusal.unknownNotification': 'Ìfitónilétí náà kò sí níbẹ̀',
  'Refusal.unknownNotification.details': 'Ó lè jẹ́ pé a ti yọ ọ́ kúrò, tàbí tuntun ti gba ààyè rẹ̀.',
  'Refusal.unrecordable': 'A kò lè kọ ìbéèrè yìí sílẹ̀',
  'Refusal.unrecordable.details':
    'Ibi ìpamọ́ ìsọfúnni kọ ohun tó wà nínú rẹ̀, a kò sì pa nǹkankan mọ́ nínú rẹ̀. Bí o bá tún un fi ránṣẹ́ bó ṣe wà, a ó tún kọ̀ ọ́.',

  'Refusal.registrationTokenInvalid': 'Ìforúkọsílẹ̀ rẹ kò ṣí níbí mọ́',
  'Refusal.registrationTokenInvalid.details': 'Fi orúkọ aṣàmúlò àti ọ̀rọ̀ aṣínà rẹ wọlé láti máa bá a lọ.',
  'Refusal.registrationClosed': 'Ilé-iṣẹ́ yìí kì í gba ìforúkọsílẹ̀',
  'Refusal.registrationClosed.details': 'Béèrè lọ́wọ́ ilé-iṣẹ́ náà bó ṣe ń ṣí àkáǹtì.',
  'Refusal.verificationCodeOver': 'Kò sí kóòdù tó ń ṣiṣẹ́ báyìí',
  'Refusal.verificationCodeOver.details':
    'Ó ti ju ìṣẹ́jú 30 lọ, tàbí a ti tẹ̀ ẹ́ lódì lẹ́ẹ̀márùn-ún. Ní kí a fi òmíràn ránṣẹ́.',
  'Refusal.emailNotVerified': 'A kò tíì jẹ́rìísí àdírẹ́sì ímeèlì rẹ',
  'Refusal.emailNotVerified.details': 'Tẹ kóòdù tí a fi ránṣẹ́ sí ọ, kí o sì máa bá a lọ.',
  'Refusal.unknownAccountRequest': 'Kò sí irú ìbéèrè àkáǹtì bẹ́ẹ̀',
  'Refusal.unknownAccountRequest.details': 'Ilé-iṣẹ́ rẹ kò ní èyí tó ní nọ́ńbà yìí, tàbí o kò lẹ́tọ̀ọ́ láti rí i.',
  'Refusal.accountRequestChanged': 'A ti pinnu lórí ìbéèrè yìí láàrin ìgbà náà',
  'Refusal.accountRequestChanged.details': 'Ipò rẹ̀ báyìí: {status}. Tún un kà.',
  'Refusal.accountRequestNotEditable': 'A kò lè yí ìbéèrè yìí padà báyìí',
  'Refusal.accountRequestNotEditable.details': 'Ipò rẹ̀: {status}.',
  'Refusal.accountRequestIncomplete': 'Ìbéèrè náà kò pé',
  'Refusal.accountRequestIncomplete.details': 'Èyí tó kù tàbí tí kò tọ́: {fields}.',
  'Refusal.accountRequestOwn': 'Ẹnikẹ́ni kì í yẹ ìbéèrè ara rẹ̀ wò',
  'Refusal.accountRequestOwn.details': 'Ní kí alábòójútó mìíràn nílé-iṣẹ́ rẹ ṣe é.',
  'Refusal.accountRequestEdited': 'O ti yí ìbéèrè yìí padà',
  'Refusal.accountRequestEdited.details':
    'Ẹlòmíràn ló gbọ́dọ̀ fọwọ́ sí ohun tí o yí padà. Ní kí alábòójútó mìíràn nílé-iṣẹ́ rẹ ṣe é.',
  'Refusal.accountRequestRevised': 'A ti yí ìbéèrè yìí padà lẹ́yìn tí ẹ kà á',
  'Refusal.accountRequestRevised.details': 'A kò pinnu ohunkóhun. Ẹ tún un kà, kí ẹ tó pinnu.',
  'Refusal.accountRequestDoubtful': 'Àwọn ẹlòmíràn ní àwọn ìdáhùn ìbéèrè yìí',
  'Refusal.accountRequestDoubtful.details': 'Sọ ìdí tí o fi fọwọ́ sí i síbẹ̀. A ó pa ìdí náà mọ́ sínú ìtàn rẹ̀.',
  'Refusal.accountRequestOfNobody': 'A ti dá oníṣe ìbéèrè yìí dúró tàbí a ti pa á rẹ́',
  'Refusal.accountRequestOfNobody.details':
    'Kò sí ẹni tí ó lè wọlé sí àkáǹtì náà. Mú oníṣe náà ṣiṣẹ́, tàbí kí o kọ ìbéèrè náà.',
  'Refusal.depositoryNumbersMissing': 'Àwọn nọ́ńbà ilé ìpamọ́ ìpín kò sí',
  'Refusal.depositoryNumbersMissing.details':
    'A kò so ilé ìpamọ́ ìpín kankan pọ̀: tẹ àkáǹtì CSCS àti nọ́ńbà ilé ìyanjú (CHN) tí CSCS fún olùbéèrè.',
  'Refusal.cscsAccountHeld': 'A ti lo àkáǹtì CSCS yìí',
  'Refusal.cscsAccountHeld.details': '{cscsAccount} jẹ́ ti àkáǹtì mìíràn nínú ilé-iṣẹ́ náà.',
  'Refusal.chnHeld': 'A ti lo nọ́ńbà ilé ìyanjú yìí',
  'Refusal.chnHeld.details': '{chn} jẹ́ ti oníbàárà mìíràn nínú ilé-iṣẹ́ náà.',
  'Refusal.documentInvalid': 'A kò lè lo ìwé yìí: {document}',
  'Refusal.documentInvalid.details':
    'Fi odidi àwòrán JPEG tàbí PNG tí kò ju 40 megapixel lọ ránṣẹ́, tàbí fáìlì PDF tí kò ní script àti ọ̀rọ̀ aṣínà.',
  'Refusal.documentsTooLarge': 'Àwọn ìwé náà tóbi jù',
  'Refusal.documentsTooLarge.details': 'Gbogbo ìwé ìbéèrè kan kò gbọ́dọ̀ ju {megabytes} MB lọ.',
  'Refusal.unknownDocument': 'Kò sí irú ìwé bẹ́ẹ̀',
  'Refusal.unknownDocument.details': 'A kò fi í ránṣẹ́ pẹ̀lú ìbéèrè yìí, tàbí a ti yọ ọ́ kúrò.',
} as const
