export const forms = {
  'Form.Missing': 'Tinye ihe.',
  'Form.TooShort': 'Tinye opekata mpe mkpụrụ {least}.',
  'Form.TooLong': 'Etinyela karịa mkpụrụ {most}.',
  'Form.TooSmall': 'Tinye opekata mpe {least}.',
  'Form.NotMoreThan': 'Tinye ihe karịrị {least}.',
  'Form.TooLarge': 'Tinye {most} kacha elu.',
  'Form.NotLessThan': 'Tinye ihe na-erughị {most}.',
  'Form.NotWhole': 'Tinye ọnụọgụ zuru ezu.',
  'Form.NotMultiple': 'Tinye ọnụọgụ na-aga na {step} na {step}.',
  'Form.NotFigure': 'Tinye ọnụọgụ, dịka 250,000.50 ma ọ bụ 5m.',
  'Form.Separator': 'Jiri kọma maka puku (25,000), jiri ntụpọ maka akụkụ ọnụọgụ (2.5k).',
  'Form.TwoMeanings': '{typed} nwere ike ịpụta {less} ma ọ bụ {more}. Tinye nke i bu n’obi.',
  'Form.NotEmail': 'Tinye adreesị ozi-e, dịka name@example.com.',
  'Form.NotOffered': 'Họrọ otu n’ime ndị e nyere.',
  'Form.Invalid': 'Ihe a ezighi ezi.',
  'Form.NotDay': 'Tinye ụbọchị, dịka 25 Nov 2026.',
  'Form.Unseen': 'O nwere mkpụrụedemede a na-adịghị ahụ anya. Hichapụ ha, ma ọ bụ dee ya kama ịmado ya.',

  'Form.Failed.unknown.details':
    'A maghị ma e chekwara mgbanwe ahụ. Lelee ka ọ dị ugbu a tupu i zipụ ya ọzọ.',
  'Form.Failed.retryAfter': 'Nwaa ọzọ mgbe sekọnd {seconds} gachara.',

  'Form.Leave': 'Ị ga-apụ n’echekwaghị?',
  'Form.Leave.details': 'E chekwabeghị ihe i tinyere, ọ ga-efu.',
  'Form.Leave.stay': 'Gaa n’ihu na-edezi',
  'Form.Leave.go': 'Pụọ n’echekwaghị',
} as const
