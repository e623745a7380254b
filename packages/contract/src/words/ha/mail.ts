/** Texts of mails, as `mails.ts` names them and their values. */
export const mail = {
  'Mail.userInvited.subject': 'Sunan mai amfaninku na Tradebook',
  'Mail.userInvited.text': `Zuwa ga {name},

{firm} ya buɗe muku mai amfani {userName}. Ku bi wannan mahaɗi domin zaɓar kalmar sirrinku:

{link}

Mahaɗin yana aiki sau ɗaya, kuma na tsawon sa’a {hours}. Bayan haka, ku nemi sabuwar kalmar sirri a shafin shiga.

Da gaisuwa,
{firm}`,
  'Mail.passwordReset.subject': 'Saita sabuwar kalmar sirri ta Tradebook',
  'Mail.passwordReset.text': `Zuwa ga {name},

an nemi sabuwar kalmar sirri ga mai amfani {userName} na {firm}. Ku bi wannan mahaɗi don saita ta:

{link}

Mahaɗin yana aiki sau ɗaya, kuma na tsawon minti {minutes}. Idan ba ku ne kuka nema ba, kada ku yi komai: kalmar sirrinku tana nan yadda take.

Da gaisuwa,
{firm}`,
  'Mail.firmOpened.subject': 'Kamfaninku {firm} zai iya amfani da Tradebook',
  'Mail.firmOpened.text': `Zuwa ga {name},

an buɗe {firm} a Tradebook, kuma mai amfani {userName} ne ke gudanar da shi. Ku bi wannan mahaɗi domin saita kalmar sirrinsa:

{link}

Mahaɗin yana aiki sau ɗaya, kuma na tsawon sa’a {hours}. Bayan haka, ku nemi sabo ta “Kun manta kalmar sirri?” a shafin shiga.`,
  'Mail.emailAddressCode.subject': 'Sabon adireshin imel ɗinku na {firm}',
  'Mail.emailAddressCode.text': `Zuwa ga {name},

ku shigar da wannan lambar don a riƙa aika saƙonnin mai amfani {userName} na {firm} zuwa wannan adireshi:

{code}

Tana aiki sau ɗaya, cikin minti {minutes}. Babu wani na {firm} da zai tambaye ku ita. Idan ba ku ne kuka nema ba, kada ku yi komai.

Da gaisuwa,
{firm}`,
  'Mail.emailAddressChanged.subject': 'An canza adireshin imel ɗinku na Tradebook',
  'Mail.emailAddressChanged.text': `Zuwa ga {name},

an canza adireshin imel na mai amfani {userName} na {firm}. Ba za a ƙara aika saƙo zuwa wannan adireshi ba.

Idan ba ku ba ne, ku sanar da mai gudanarwa na kamfaninku nan take.

Da gaisuwa,
{firm}`,
  'Mail.passwordChanged.subject': 'An canza kalmar sirrinku ta Tradebook',
  'Mail.passwordChanged.text': `Zuwa ga {name},

an canza kalmar sirri ta mai amfani {userName} na {firm}. An fitar da duk wanda ya shiga da tsohuwar kalmar sirri.

Idan ba ku ba ne, ku nemi sabuwar kalmar sirri a shafin shiga nan take, kuma ku sanar da mai gudanarwa na kamfaninku.

Da gaisuwa,
{firm}`,
  'Mail.twoFactorOn.subject': 'An kunna shiga Tradebook da mataki biyu',
  'Mail.twoFactorOn.text': `Zuwa ga {name},

yanzu mai amfani {userName} na {firm} yana shiga da lambar manhajar tabbatarwa ma.

Idan ba ku ba ne, ku sanar da mai gudanarwa na kamfaninku nan take.

Da gaisuwa,
{firm}`,
  'Mail.cashTermsChanged.subject': 'An canza inda kuɗin asusunku {account} yake zuwa',
  'Mail.cashTermsChanged.text': `Zuwa ga {name},

{firm} ya canza asusun banki na asusun cinikinku {account}, ko yadda ake kammala biyan kuɗinsa. Canjin zai fara aiki daga kammalawa ta gaba.

Idan ba ku ne kuka nema ba, ku kira dillalinku nan take, da lambar da kuka riga kuka sani.

Da gaisuwa,
{firm}`,
  'Mail.twoFactorOff.subject': 'An kashe shiga Tradebook da mataki biyu',
  'Mail.twoFactorOff.text': `Zuwa ga {name},

yanzu mai amfani {userName} na {firm} yana shiga da kalmar sirri kaɗai.

Idan ba ku ba ne, ku canza kalmar sirrinku nan take, kuma ku sanar da mai gudanarwa na kamfaninku.

Da gaisuwa,
{firm}`,
  'Mail.secondFactorGuessed.subject': 'Wani yana ƙoƙarin shiga Tradebook da kalmar sirrinku',
  'Mail.secondFactorGuessed.text': `Zuwa ga {name},

wani ya shigar da kalmar sirri daidai ta mai amfani {userName} na {firm} da lambobi {wrong} na mataki na biyu da ba daidai ba. Bayan {most}, lambar ajiya kaɗai za ta bar ku ku shiga.

Idan ba ku ba ne, ku canza kalmar sirrinku nan take, kuma ku sanar da mai gudanarwa na kamfaninku.

Da gaisuwa,
{firm}`,
  'Mail.verificationCode.subject': 'Lambarku ta {firm}: {code}',
  'Mail.verificationCode.text': `Zuwa ga {name},

ku shigar da wannan lamba domin tabbatar da adireshin imel ɗinku ga {firm}:

{code}

Tana aiki sau ɗaya, kuma na tsawon minti {minutes}. Ba wanda daga {firm} zai tambaye ku ita. Idan ba ku ne kuka yi rajista ba, kada ku yi komai.

Da gaisuwa,
{firm}`,
  'Mail.alreadyRegistered.subject': 'Kun riga kun yi rajista da {firm}',
  'Mail.alreadyRegistered.text': `Zuwa ga {name},

wani ya yi rajista da {firm} da adireshin imel ɗinku. Kuna da mai amfani a can: {userName}. Ku shiga da shi, ko ku nemi sabuwar kalmar sirri a shafin shiga.

Idan ba ku ba ne, kada ku yi komai: ba a bar kowa ya shiga ba.

Da gaisuwa,
{firm}`,
  'Mail.requestReceived.subject': '{firm} ya karɓi buƙatarku ta asusun ciniki',
  'Mail.requestReceived.text': `Zuwa ga {name},

buƙatarku ta asusun ciniki da {firm} ta iso, kuma ana duba ta. Za a sanar da ku sakamakon ta imel. Ku shiga a kowane lokaci domin ganin inda take.

Da gaisuwa,
{firm}`,
  'Mail.requestReturned.subject': 'Buƙatarku ta asusun ciniki tana buƙatar gyara',
  'Mail.requestReturned.text': `Zuwa ga {name},

{firm} ba zai iya buɗe asusun cinikinku ba tukuna:

{reason}

Ku shiga, ku gyara ta, sannan ku sake miƙa ta. Abin da kuka shigar yana nan.

Da gaisuwa,
{firm}`,
  'Mail.requestRejected.subject': 'An ƙi buƙatarku ta asusun ciniki',
  'Mail.requestRejected.text': `Zuwa ga {name},

{firm} bai karɓi buƙatarku ta asusun ciniki ba:

{reason}

Kuna iya shiga, ku gyara ta, ku sake miƙa ta.

Da gaisuwa,
{firm}`,
  'Mail.requestFailed.subject': 'Ba a iya buɗe asusun cinikinku ba tukuna',
  'Mail.requestFailed.text': `Zuwa ga {name},

ba a iya buɗe asusun cinikinku a {firm} ba tukuna: abin da kuka shigar bai dace da rajistar ma’ajiyar hannun jari ba. {firm} zai duba shi tare da ku. Ku shiga domin karanta dalilin.

Da gaisuwa,
{firm}`,
  'Mail.requestEdited.subject': '{firm} ya canza buƙatarku ta asusun ciniki',
  'Mail.requestEdited.text': `Zuwa ga {name},

{firm} ya canza waɗannan a buƙatarku ta asusun ciniki:

{parts}

Ku shiga domin ganin yadda take yanzu. Idan ba abin da kuka amince da shi ba ne, ku sanar da dillalinku nan take.

Da gaisuwa,
{firm}`,
  'Mail.requestApproved.subject': 'An buɗe asusun cinikinku da {firm}',
  'Mail.requestApproved.text': `Zuwa ga {name},

an buɗe asusun cinikinku da {firm}:

Asusu: {account}
Asusun CSCS: {cscsAccount}
Lambar gidan kammala ciniki: {chn}

Ku shiga da sunan mai amfani da kalmar sirrin da kuka zaɓa domin yin ciniki:

{link}{payIn}

Da gaisuwa,
{firm}`,
} as const
