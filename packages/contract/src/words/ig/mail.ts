export const mail = {
  'Mail.userInvited.subject': 'Njirimara gị maka Tradebook',
  'Mail.userInvited.text': `Ezigbo {name},

{firm} emeela njirimara {userName} maka gị. Soro njikọ a họrọ okwuntughe gị:

{link}

Njikọ a na-arụ ọrụ otu ugboro, ruo awa {hours}. Mgbe ahụ gachara, rịọ okwuntughe ọhụrụ n’ibe nbanye.

Jiri nsọpụrụ,
{firm}`,
  'Mail.passwordReset.subject': 'Debe okwuntughe ọhụrụ maka Tradebook',
  'Mail.passwordReset.text': `Ezigbo {name},

mmadụ rịọrọ okwuntughe ọhụrụ maka onye ọrụ {userName} nke {firm}. Soro njikọ a debe otu:

{link}

Njikọ a na-arụ ọrụ otu ugboro, ruo nkeji {minutes}. Ọ bụrụ na ọ bụghị gị rịọrọ, emela ihe ọ bụla: okwuntughe gị ga-anọ otu ọ dị.

Jiri nsọpụrụ,
{firm}`,
  'Mail.firmOpened.subject': 'Ụlọ ọrụ gị {firm} nwere ike iji Tradebook',
  'Mail.firmOpened.text': `Ezigbo {name},

e mepere {firm} na Tradebook, onye ọrụ {userName} na-achịkwakwa ya. Soro njikọ a debe okwuntughe ya:

{link}

Njikọ a na-arụ ọrụ otu ugboro, ruo awa {hours}. Mgbe ahụ gachara, jiri “I chefuru okwuntughe gị?” rịọ nke ọhụrụ n’ibe nbanye.`,
  'Mail.emailAddressCode.subject': 'Adreesị ozi-e ọhụrụ gị maka {firm}',
  'Mail.emailAddressCode.text': `Ezigbo {name},

tinye koodu a ka ozi onye ọrụ {userName} nke {firm} na-abịa na adreesị a:

{code}

Ọ na-arụ ọrụ otu ugboro, ruo nkeji {minutes}. Ọ dịghị onye {firm} na-ajụ gị ya. Ọ bụrụ na ọ bụghị gị rịọrọ, emela ihe ọ bụla.

Jiri nsọpụrụ,
{firm}`,
  'Mail.emailAddressChanged.subject': 'Agbanwere adreesị ozi-e gị maka Tradebook',
  'Mail.emailAddressChanged.text': `Ezigbo {name},

agbanwere adreesị ozi-e nke onye ọrụ {userName} nke {firm}. Ozi anaghịzi abịa na adreesị a.

Ọ bụrụ na ọ bụghị gị, gwa onye nchịkwa ụlọ ọrụ gị ozugbo.

Jiri nsọpụrụ,
{firm}`,
  'Mail.passwordChanged.subject': 'Agbanwere okwuntughe gị maka Tradebook',
  'Mail.passwordChanged.text': `Ezigbo {name},

agbanwere okwuntughe nke onye ọrụ {userName} nke {firm}. E wepụkwara onye ọ bụla ji nke ochie banye.

Ọ bụrụ na ọ bụghị gị, rịọ okwuntughe ọhụrụ n’ibe nbanye ozugbo, gwakwa onye nchịkwa ụlọ ọrụ gị.

Jiri nsọpụrụ,
{firm}`,
  'Mail.twoFactorOn.subject': 'A gbanyere nbanye nzọụkwụ abụọ na Tradebook',
  'Mail.twoFactorOn.text': `Ezigbo {name},

onye ọrụ {userName} nke {firm} na-ejizi koodu nke ngwa nkwenye abanye.

Ọ bụrụ na ọ bụghị gị, gwa onye nchịkwa ụlọ ọrụ gị ozugbo.

Jiri nsọpụrụ,
{firm}`,
  'Mail.cashTermsChanged.subject': 'Agbanwere ebe ego akaụntụ gị {account} na-aga',
  'Mail.cashTermsChanged.text': `Ezigbo {name},

{firm} gbanwere akaụntụ banki nke akaụntụ azụmahịa gị {account}, ma ọ bụ otu e si akwụ ego ya. Ọ ga-amalite na mmecha na-abịa.

Ọ bụrụ na ị rịọghị ya, kpọọ brọka gị ozugbo, na nọmba ị maralarị.

Jiri nsọpụrụ,
{firm}`,
  'Mail.twoFactorOff.subject': 'A gbanyụrụ nbanye nzọụkwụ abụọ na Tradebook',
  'Mail.twoFactorOff.text': `Ezigbo {name},

onye ọrụ {userName} nke {firm} ji naanị okwuntughe abanye ugbu a.

Ọ bụrụ na ọ bụghị gị, gbanwee okwuntughe gị ozugbo, gwakwa onye nchịkwa ụlọ ọrụ gị.

Jiri nsọpụrụ,
{firm}`,
  'Mail.secondFactorGuessed.subject': 'Mmadụ na-anwa iji okwuntughe gị banye na Tradebook',
  'Mail.secondFactorGuessed.text': `Ezigbo {name},

mmadụ etinyela okwuntughe ziri ezi nke onye ọrụ {userName} nke {firm} na koodu {wrong} na-ezighi ezi nke nzọụkwụ nke abụọ. Mgbe ha ruru {most}, naanị koodu mgbake ga-ekwe ka ị banye.

Ọ bụrụ na ọ bụghị gị, gbanwee okwuntughe gị ozugbo, gwakwa onye nchịkwa ụlọ ọrụ gị.

Jiri nsọpụrụ,
{firm}`,
  'Mail.verificationCode.subject': 'Koodu gị maka {firm}: {code}',
  'Mail.verificationCode.text': `Ezigbo {name},

tinye koodu a iji kwenye adreesị ozi-e gị maka {firm}:

{code}

Ọ na-arụ ọrụ otu ugboro, ruo nkeji {minutes}. Ọ dịghị onye nke {firm} ga-ajụ gị ya. Ọ bụrụ na ọ bụghị gị debanyere aha, emela ihe ọ bụla.

Jiri nsọpụrụ,
{firm}`,
  'Mail.alreadyRegistered.subject': 'Ị debanyelarị aha na {firm}',
  'Mail.alreadyRegistered.text': `Ezigbo {name},

mmadụ ji adreesị ozi-e gị debanye aha na {firm}. I nwelarị njirimara ebe ahụ: {userName}. Jiri ya banye, ma ọ bụ rịọ okwuntughe ọhụrụ n’ibe nbanye.

Ọ bụrụ na ọ bụghị gị, emela ihe ọ bụla: e kweghị ka onye ọ bụla banye.

Jiri nsọpụrụ,
{firm}`,
  'Mail.requestReceived.subject': '{firm} nwetara arịrịọ gị maka akaụntụ azụmahịa',
  'Mail.requestReceived.text': `Ezigbo {name},

arịrịọ gị maka akaụntụ azụmahịa na {firm} erutela, a na-elekwa ya ugbu a. A ga-ezitere gị ozi-e maka ihe si na ya pụta. Banye n’oge ọ bụla ka ị hụ otu ọ dị.

Jiri nsọpụrụ,
{firm}`,
  'Mail.requestReturned.subject': 'Arịrịọ gị maka akaụntụ azụmahịa chọrọ ndozi',
  'Mail.requestReturned.text': `Ezigbo {name},

{firm} enweghị ike imepe akaụntụ azụmahịa gị ugbu a:

{reason}

Banye, dozie ya, nyefee ya ọzọ. E debere ihe i tinyere.

Jiri nsọpụrụ,
{firm}`,
  'Mail.requestRejected.subject': 'Ajụrụ arịrịọ gị maka akaụntụ azụmahịa',
  'Mail.requestRejected.text': `Ezigbo {name},

{firm} anabataghị arịrịọ gị maka akaụntụ azụmahịa:

{reason}

Ị nwere ike ịbanye, dozie ya, ma nyefee ya ọzọ.

Jiri nsọpụrụ,
{firm}`,
  'Mail.requestFailed.subject': 'Enwebeghị ike imepe akaụntụ azụmahịa gị',
  'Mail.requestFailed.text': `Ezigbo {name},

enwebeghị ike imepe akaụntụ azụmahịa gị na {firm}: ihe ị tinyere ekwekọghị n’ndekọ ebe nchekwa òkè. {firm} ga-eso gị lelee ya. Banye ka ị gụọ ihe kpatara ya.

Jiri nsọpụrụ,
{firm}`,
  'Mail.requestEdited.subject': '{firm} gbanwere arịrịọ akaụntụ azụmahịa gị',
  'Mail.requestEdited.text': `Ezigbo {name},

{firm} gbanwere ihe ndị a n’arịrịọ akaụntụ azụmahịa gị:

{parts}

Banye ka ị hụ otu ọ dị ugbu a. Ọ bụrụ na ọ bụghị ihe unu kwekọrịtara, gwa brọka gị ozugbo.

Jiri nsọpụrụ,
{firm}`,
  'Mail.requestApproved.subject': 'E mepela akaụntụ azụmahịa gị na {firm}',
  'Mail.requestApproved.text': `Ezigbo {name},

e mepela akaụntụ azụmahịa gị na {firm}:

Akaụntụ: {account}
Akaụntụ CSCS: {cscsAccount}
Nọmba ụlọ mmecha (CHN): {chn}

Jiri aha njirimara na okwuntughe ị họọrọ banye iji zụọ ahịa:

{link}{payIn}

Jiri nsọpụrụ,
{firm}`,
} as const
