export const forms = {
  'Form.Missing': 'Tẹ nǹkan sí i.',
  'Form.TooShort': 'Tẹ ó kéré tán àmì {least}.',
  'Form.TooLong': 'Má ṣe tẹ ju àmì {most} lọ.',
  'Form.TooSmall': 'Tẹ {least} ó kéré tán.',
  'Form.NotMoreThan': 'Tẹ ohun tó ju {least} lọ.',
  'Form.TooLarge': 'Tẹ {most} ó pọ̀ jù.',
  'Form.NotLessThan': 'Tẹ ohun tó kéré sí {most}.',
  'Form.NotWhole': 'Tẹ nọ́ńbà odidi.',
  'Form.NotMultiple': 'Tẹ ìlọ́po {step}.',
  'Form.NotFigure': 'Tẹ nọ́ńbà, bíi 250,000.50 tàbí 5m.',
  'Form.Separator': 'Lo kọ́mà fún ẹgbẹẹgbẹ̀rún (25,000), àti àmì ìdánudúró fún ìdá (2.5k).',
  'Form.TwoMeanings': '{typed} lè jẹ́ {less} tàbí {more}. Tẹ èyí tí o ní lọ́kàn.',
  'Form.NotEmail': 'Tẹ àdírẹ́sì ímeèlì, bíi name@example.com.',
  'Form.NotOffered': 'Yan ọ̀kan lára ohun tí a pèsè.',
  'Form.Invalid': 'Ohun tí o tẹ̀ yìí kò tọ́.',
  'Form.NotDay': 'Tẹ ọjọ́, bíi 25 Bél 2026.',
  'Form.Unseen': 'Àwọn àmì tí a kò lè rí wà nínú rẹ̀. Pa wọ́n rẹ́, tàbí kí o tẹ̀ ẹ́ dípò kí o lẹ̀ ẹ́.',

  'Form.Failed.unknown.details':
    'A kò mọ̀ bóyá àyípadà náà ti wà nípamọ́. Wo bó ṣe rí nísinsìnyí kí o tó tún un fi ránṣẹ́.',
  'Form.Failed.retryAfter': 'Tún gbìyànjú lẹ́yìn ìṣẹ́jú-àáyá {seconds}.',

  'Form.Leave': 'Ṣé o fẹ́ kúrò láì fi pamọ́?',
  'Form.Leave.details': 'Ohun tí o tẹ̀ kò tíì sí nípamọ́, yóò sì sọnù.',
  'Form.Leave.stay': 'Máa ṣàtúnṣe lọ',
  'Form.Leave.go': 'Kúrò láì fi pamọ́',
} as const
