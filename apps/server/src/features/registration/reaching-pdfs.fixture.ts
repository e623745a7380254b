/** Objects of PDF files that reach out of the file, run something, or carry other files. */

const UNC = '(\\\\\\\\host\\\\share\\\\a.pdf)'

export const objectOf = (object: string): string => `5 0 obj\n${object}\nendobj\n`

/** The first letter of each name as its code: `/S` is `/#53` then. */
export const escapedNames = (object: string): string =>
  object.replace(/\/([A-Za-z\d])/g, (_, letter: string) => `/#${letter.charCodeAt(0).toString(16)}`)

/** Refused wherever they stand, in the data of a picture as well. */
export const hidden: readonly [what: string, object: string][] = [
  ['with a file at an address', '<< /Type /F /FS /URL /F (https://elsewhere.example/a.pdf) >>'],
  ['with a file at an address behind a comment', '<< /FS %\n/URL /F (https://elsewhere.example) >>'],
  ['with a thread in another file', `<< /Type /Action /S /Thread /F ${UNC} /D 0 >>`],
  ['with a 3D model', '<< /Subtype /3D /3DD 6 0 R >>'],
  ['that goes to a view of a model', '<< /S /GoTo3DView /TA 6 0 R /V /L >>'],
  ['that starts a program', `<< /S /Launch /F ${UNC} >>`],
  ['that goes to another file', `<< /S /GoToR /F ${UNC} /D [0 /Fit] >>`],
  ['that goes to a file in it', '<< /S /GoToE /T << /R /C >> >>'],
  ['that sends a form', '<< /S /SubmitForm /F (https://elsewhere.example) >>'],
  ['that fetches the values of a form', `<< /S /ImportData /F ${UNC} >>`],
  ['that plays a rendition', '<< /S /Rendition /OP 0 >>'],
  ['that plays a film', '<< /Subtype /Movie >>'],
  ['that plays a sound', '<< /S /Sound >>'],
  ['with rich media', '<< /Subtype /RichMedia >>'],
  ['that runs rich media', '<< /S /RichMediaExecute >>'],
  ['that runs a script', '<< /S /JavaScript >>'],
  ['with a form of XML', '<< /XFA 6 0 R >>'],
  ['with a file in it', '<< /Names << /EmbeddedFiles 6 0 R >> >>'],
  ['with a file attached to a page', '<< /Subtype /FileAttachment >>'],
  ['with the specification of a file', '<< /Type /Filespec >>'],
  ['with a link to a file', '<< /S /URI /URI (file://host/share) >>'],
  ['with a link to a path', `<< /S /URI /URI ${UNC} >>`],
  ['with a link whose address is hidden by a code', '<< /S /URI /URI (\\146ile://host/share) >>'],
  ['with a link whose address is elsewhere', '<< /S /URI /URI 6 0 R >>'],
  ['whose links begin elsewhere', '<< /URI << /Base (file://host/share/) >> >>'],
]

export const reachingOut: readonly [what: string, object: string][] = [
  ...hidden,
  ['with data of a model', '<< /Type /3D /Subtype /U3D >>'],
  ['with data of an engineering model', '<< /Subtype /PRC >>'],
  ['with a page of another file', `<< /Ref << /F ${UNC} /Page 1 >> >>`],
  ['with a file by reference', '<< /OPI << /F 6 0 R >> >>'],
  ['with a file by a dictionary', '<< /F << /UF (a) >> >>'],
  ['with a file behind a comment', `<< /F %\n${UNC} >>`],
]
