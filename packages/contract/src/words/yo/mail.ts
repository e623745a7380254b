export const mail = {
  'Mail.userInvited.subject': 'Orúkọ aṣàmúlò rẹ fún Tradebook',
  'Mail.userInvited.text': `{name} ọ̀wọ́n,

{firm} ti ṣe orúkọ aṣàmúlò {userName} fún ọ. Tẹ líǹkì yìí láti yan ọ̀rọ̀ aṣínà rẹ:

{link}

Ẹ̀ẹ̀kan péré ni líǹkì náà ń ṣiṣẹ́, fún wákàtí {hours}. Lẹ́yìn náà, béèrè ọ̀rọ̀ aṣínà tuntun lójú-ìwé ìwọlé.

Pẹ̀lú ìkíni,
{firm}`,
  'Mail.passwordReset.subject': 'Ṣe ọ̀rọ̀ aṣínà tuntun fún Tradebook',
  'Mail.passwordReset.text': `{name} ọ̀wọ́n,

ẹnìkan béèrè ọ̀rọ̀ aṣínà tuntun fún aṣàmúlò {userName} ti {firm}. Tẹ líǹkì yìí láti ṣe tuntun:

{link}

Ẹ̀ẹ̀kan péré ni líǹkì náà ń ṣiṣẹ́, fún ìṣẹ́jú {minutes}. Bí kì í bá ṣe ìwọ lo béèrè, má ṣe nǹkankan: ọ̀rọ̀ aṣínà rẹ yóò wà bó ṣe wà.

Pẹ̀lú ìkíni,
{firm}`,
  'Mail.firmOpened.subject': 'Ilé-iṣẹ́ rẹ {firm} lè lo Tradebook',
  'Mail.firmOpened.text': `{name} ọ̀wọ́n,

a ti ṣí {firm} lórí Tradebook, aṣàmúlò {userName} ló sì ń ṣàkóso rẹ̀. Tẹ líǹkì yìí láti ṣe ọ̀rọ̀ aṣínà rẹ̀:

{link}

Ẹ̀ẹ̀kan péré ni líǹkì náà ń ṣiṣẹ́, fún wákàtí {hours}. Lẹ́yìn náà, fi “Ṣé o gbàgbé ọ̀rọ̀ aṣínà rẹ?” béèrè tuntun lójú-ìwé ìwọlé.`,
  'Mail.emailAddressCode.subject': 'Àdírẹ́sì ímeèlì tuntun rẹ fún {firm}',
  'Mail.emailAddressCode.text': `{name} ọ̀wọ́n,

tẹ kóòdù yìí kí a lè máa fi ímeèlì aṣàmúlò {userName} ti {firm} ránṣẹ́ sí àdírẹ́sì yìí:

{code}

Ó ń ṣiṣẹ́ lẹ́ẹ̀kan, fún ìṣẹ́jú {minutes}. Kò sí ẹni tó máa béèrè rẹ̀ lọ́wọ́ rẹ ní {firm}. Bí kì í bá ṣe ìwọ ló béèrè, má ṣe ohunkóhun.

Pẹ̀lú ìkíni,
{firm}`,
  'Mail.emailAddressChanged.subject': 'Àdírẹ́sì ímeèlì rẹ fún Tradebook ti yí padà',
  'Mail.emailAddressChanged.text': `{name} ọ̀wọ́n,

a ti yí àdírẹ́sì ímeèlì aṣàmúlò {userName} ti {firm} padà. Ímeèlì kò ní wá sí àdírẹ́sì yìí mọ́.

Bí kì í bá ṣe ìwọ, fi tó alábòójútó ilé-iṣẹ́ rẹ létí lójú ẹsẹ̀.

Pẹ̀lú ìkíni,
{firm}`,
  'Mail.passwordChanged.subject': 'Ọ̀rọ̀ aṣínà rẹ fún Tradebook ti yí padà',
  'Mail.passwordChanged.text': `{name} ọ̀wọ́n,

a ti yí ọ̀rọ̀ aṣínà aṣàmúlò {userName} ti {firm} padà. Gbogbo ẹni tó wọlé pẹ̀lú èyí àtijọ́ ni a ti mú jáde.

Bí kì í bá ṣe ìwọ, béèrè ọ̀rọ̀ aṣínà tuntun lójú-ìwé ìwọlé lójú ẹsẹ̀, kí o sì fi tó alábòójútó ilé-iṣẹ́ rẹ létí.

Pẹ̀lú ìkíni,
{firm}`,
  'Mail.twoFactorOn.subject': 'A ti tan ìwọlé onígbèésẹ̀ méjì sí Tradebook',
  'Mail.twoFactorOn.text': `{name} ọ̀wọ́n,

aṣàmúlò {userName} ti {firm} ń lo kóòdù áàpù ìjẹ́rìísí pẹ̀lú láti wọlé báyìí.

Bí kì í bá ṣe ìwọ, fi tó alábòójútó ilé-iṣẹ́ rẹ létí lójú ẹsẹ̀.

Pẹ̀lú ìkíni,
{firm}`,
  'Mail.cashTermsChanged.subject': 'A ti yí ibi tí owó àkáǹtì rẹ {account} ń lọ padà',
  'Mail.cashTermsChanged.text': `{name} ọ̀wọ́n,

{firm} yí àkáǹtì báǹkì fún àkáǹtì ìṣòwò rẹ {account} padà, tàbí ọ̀nà tí a gbà ń yanjú owó rẹ̀. Yóò bẹ̀rẹ̀ iṣẹ́ láti ìyanjú tó ń bọ̀.

Bí o kò bá béèrè rẹ̀, pe alágbàtà rẹ lójú ẹsẹ̀, lórí nọ́ńbà tí o ti mọ̀ tẹ́lẹ̀.

Pẹ̀lú ìkíni,
{firm}`,
  'Mail.twoFactorOff.subject': 'A ti pa ìwọlé onígbèésẹ̀ méjì sí Tradebook',
  'Mail.twoFactorOff.text': `{name} ọ̀wọ́n,

aṣàmúlò {userName} ti {firm} ń fi ọ̀rọ̀ aṣínà nìkan wọlé báyìí.

Bí kì í bá ṣe ìwọ, yí ọ̀rọ̀ aṣínà rẹ padà lójú ẹsẹ̀, kí o sì fi tó alábòójútó ilé-iṣẹ́ rẹ létí.

Pẹ̀lú ìkíni,
{firm}`,
  'Mail.secondFactorGuessed.subject': 'Ẹnìkan ń gbìyànjú láti fi ọ̀rọ̀ aṣínà rẹ wọlé sí Tradebook',
  'Mail.secondFactorGuessed.text': `{name} ọ̀wọ́n,

ẹnìkan ti tẹ ọ̀rọ̀ aṣínà tó tọ́ ti aṣàmúlò {userName} ti {firm} àti kóòdù {wrong} tí kò tọ́ ti ìgbésẹ̀ kejì. Lẹ́yìn {most}, kóòdù ìmúbọ̀sípò nìkan ló lè jẹ́ kí o wọlé.

Bí kì í bá ṣe ìwọ, yí ọ̀rọ̀ aṣínà rẹ padà lójú ẹsẹ̀, kí o sì fi tó alábòójútó ilé-iṣẹ́ rẹ létí.

Pẹ̀lú ìkíni,
{firm}`,
  'Mail.verificationCode.subject': 'Kóòdù rẹ fún {firm}: {code}',
  'Mail.verificationCode.text': `{name} ọ̀wọ́n,

tẹ kóòdù yìí láti jẹ́rìísí àdírẹ́sì ímeèlì rẹ fún {firm}:

{code}

Ẹ̀ẹ̀kan péré ló ń ṣiṣẹ́, fún ìṣẹ́jú {minutes}. Kò sí ẹnikẹ́ni ní {firm} tí yóò béèrè rẹ̀ lọ́wọ́ rẹ. Bí kì í bá ṣe ìwọ lo forúkọ sílẹ̀, má ṣe nǹkankan.

Pẹ̀lú ìkíni,
{firm}`,
  'Mail.alreadyRegistered.subject': 'O ti forúkọ sílẹ̀ ní {firm} ná',
  'Mail.alreadyRegistered.text': `{name} ọ̀wọ́n,

ẹnìkan fi àdírẹ́sì ímeèlì rẹ forúkọ sílẹ̀ ní {firm}. O ti ní orúkọ aṣàmúlò níbẹ̀ ná: {userName}. Fi í wọlé, tàbí béèrè ọ̀rọ̀ aṣínà tuntun lójú-ìwé ìwọlé.

Bí kì í bá ṣe ìwọ, má ṣe nǹkankan: a kò jẹ́ kí ẹnikẹ́ni wọlé.

Pẹ̀lú ìkíni,
{firm}`,
  'Mail.requestReceived.subject': '{firm} ti gba ìbéèrè rẹ fún àkáǹtì ìṣòwò',
  'Mail.requestReceived.text': `{name} ọ̀wọ́n,

ìbéèrè rẹ fún àkáǹtì ìṣòwò ní {firm} ti dé, a sì ń yẹ̀ ẹ́ wò báyìí. A ó fi ímeèlì sọ àbájáde rẹ̀ fún ọ. Wọlé nígbàkúgbà láti mọ ibi tó dé.

Pẹ̀lú ìkíni,
{firm}`,
  'Mail.requestReturned.subject': 'Ìbéèrè rẹ fún àkáǹtì ìṣòwò nílò àtúnṣe',
  'Mail.requestReturned.text': `{name} ọ̀wọ́n,

{firm} kò tíì lè ṣí àkáǹtì ìṣòwò rẹ:

{reason}

Wọlé, ṣàtúnṣe rẹ̀, kí o sì tún un fi ránṣẹ́. Ohun tí o ti tẹ̀ wà nípamọ́.

Pẹ̀lú ìkíni,
{firm}`,
  'Mail.requestRejected.subject': 'A kọ ìbéèrè rẹ fún àkáǹtì ìṣòwò',
  'Mail.requestRejected.text': `{name} ọ̀wọ́n,

{firm} kò gba ìbéèrè rẹ fún àkáǹtì ìṣòwò:

{reason}

O lè wọlé, ṣàtúnṣe rẹ̀, kí o sì tún fi ránṣẹ́.

Pẹ̀lú ìkíni,
{firm}`,
  'Mail.requestFailed.subject': 'A kò tíì lè ṣí àkáǹtì ìṣòwò rẹ',
  'Mail.requestFailed.text': `{name} ọ̀wọ́n,

a kò tíì lè ṣí àkáǹtì ìṣòwò rẹ lọ́dọ̀ {firm}: ohun tí o tẹ̀ kò bá àkọsílẹ̀ ilé ìpamọ́ ìpín mu. {firm} yóò bá ọ wò ó. Wọlé láti ka ìdí rẹ̀.

Pẹ̀lú ìkíni,
{firm}`,
  'Mail.requestEdited.subject': '{firm} yí ìbéèrè rẹ fún àkáǹtì ìṣòwò padà',
  'Mail.requestEdited.text': `{name} ọ̀wọ́n,

{firm} yí ìwọ̀nyí padà nínú ìbéèrè rẹ fún àkáǹtì ìṣòwò:

{parts}

Wọlé láti rí bí ó ṣe wà báyìí. Bí kì í bá ṣe ohun tí ẹ jọ fẹnu kò sí, sọ fún alágbàtà rẹ lẹ́sẹ̀kẹsẹ̀.

Pẹ̀lú ìkíni,
{firm}`,
  'Mail.requestApproved.subject': 'Àkáǹtì ìṣòwò rẹ ní {firm} ti ṣí',
  'Mail.requestApproved.text': `{name} ọ̀wọ́n,

àkáǹtì ìṣòwò rẹ ní {firm} ti ṣí:

Àkáǹtì: {account}
Àkáǹtì CSCS: {cscsAccount}
Nọ́ńbà ilé ìyanjú (CHN): {chn}

Fi orúkọ aṣàmúlò àti ọ̀rọ̀ aṣínà tí o yàn wọlé láti ṣòwò:

{link}{payIn}

Pẹ̀lú ìkíni,
{firm}`,
} as const
