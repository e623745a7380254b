/** Texts of forms: what is wrong with a field, what became of the change, what leaving would lose. */
export const forms = {
  'Form.Missing': 'Saisissez une valeur.',
  'Form.TooShort': 'Saisissez au moins {least} caractères.',
  'Form.TooLong': 'Saisissez au plus {most} caractères.',
  'Form.TooSmall': 'Saisissez au moins {least}.',
  'Form.NotMoreThan': 'Saisissez plus de {least}.',
  'Form.TooLarge': 'Saisissez au plus {most}.',
  'Form.NotLessThan': 'Saisissez moins de {most}.',
  'Form.NotWhole': 'Saisissez un nombre entier.',
  'Form.NotMultiple': 'Saisissez un multiple de {step}.',
  'Form.NotFigure': 'Saisissez un nombre, par exemple 250,000.50 ou 5m.',
  'Form.Separator': 'La virgule sépare les milliers (25,000) et le point les décimales (2.5k).',
  'Form.TwoMeanings': '{typed} peut signifier {less} ou {more}. Saisissez celui que vous voulez dire.',
  'Form.NotEmail': 'Saisissez une adresse e-mail, par exemple nom@example.com.',
  'Form.NotOffered': 'Choisissez l’une des valeurs proposées.',
  'Form.Invalid': 'Cette valeur n’est pas valide.',
  'Form.NotDay': 'Saisissez un jour, par exemple 25 nov. 2026.',
  'Form.Unseen':
    'Ce texte contient des caractères invisibles. Supprimez-les ou saisissez-le au lieu de le coller.',

  'Form.Failed.unknown.details':
    'On ne sait pas si la modification a été enregistrée. Vérifiez l’état actuel avant de la renvoyer.',
  'Form.Failed.retryAfter': 'Réessayez dans {seconds} secondes.',

  'Form.Leave': 'Quitter sans enregistrer ?',
  'Form.Leave.details': 'Ce que vous avez saisi n’est pas enregistré et sera perdu.',
  'Form.Leave.stay': 'Continuer la saisie',
  'Form.Leave.go': 'Quitter sans enregistrer',
} as const
