/** Texts of forms: what is wrong with a field, what became of the change, what leaving would lose. */
export const forms = {
  'Form.Missing': 'Shigar da bayani.',
  'Form.TooShort': 'Shigar da aƙalla haruffa {least}.',
  'Form.TooLong': 'Shigar da haruffa {most} a mafi yawa.',
  'Form.TooSmall': 'Shigar da aƙalla {least}.',
  'Form.NotMoreThan': 'Shigar da abin da ya fi {least}.',
  'Form.TooLarge': 'Shigar da {most} a mafi yawa.',
  'Form.NotLessThan': 'Shigar da abin da ya gaza {most}.',
  'Form.NotWhole': 'Shigar da cikakkiyar lamba.',
  'Form.NotMultiple': 'Shigar da adadi mai tafiya da matakin {step}.',
  'Form.NotFigure': 'Shigar da lamba, misali 250,000.50 ko 5m.',
  'Form.Separator': 'Yi amfani da waƙafi don dubbai (25,000), ɗigo kuma don ɓangaren lamba (2.5k).',
  'Form.TwoMeanings': '{typed} na iya nufin {less} ko {more}. Shigar da wanda kuke nufi.',
  'Form.NotEmail': 'Shigar da adireshin imel, misali suna@example.com.',
  'Form.NotOffered': 'Zaɓi ɗaya daga cikin abubuwan da aka nuna.',
  'Form.Invalid': 'Wannan bayanin bai yi daidai ba.',
  'Form.NotDay': 'Shigar da rana, misali 25 Nuw 2026.',
  'Form.Unseen': 'Akwai haruffan da ba a gani a ciki. Goge su, ko ka rubuta maimakon manna.',

  'Form.Failed.unknown.details':
    'Ba a san ko an adana canjin ba. Ku duba yadda yake yanzu kafin ku sake aika shi.',
  'Form.Failed.retryAfter': 'Ku sake gwadawa bayan daƙiƙa {seconds}.',

  'Form.Leave': 'A bar shafin ba tare da adanawa ba?',
  'Form.Leave.details': 'Ba a adana abin da kuka shigar ba, kuma zai ɓace.',
  'Form.Leave.stay': 'Ci gaba da gyarawa',
  'Form.Leave.go': 'Bar shafin ba tare da adanawa ba',
} as const
