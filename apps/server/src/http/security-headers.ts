/**
 * The headers of every answer. By them a browser that shows an answer by itself runs nothing of it and shows it in no
 * frame, believes our media types and sends no referrer. One table, made once. A page start has some forty answers, so
 * that what a browser reads for a document alone is in `documentHeaders`.
 */
export const securityHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  // Heeded over TLS alone.
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
} as const

/** Of an answer that is a document, instead: it runs no script but ours, and is shown in no frame. */
export const documentHeaders = {
  'content-security-policy': Object.entries({
    'default-src': "'self'",
    'script-src': "'self'",
    // Ant Design writes its styles into the page as it runs. A nonce would have to be put into the
    // page again for every visit, and no style of ours is made from what anybody types.
    'style-src': "'self' 'unsafe-inline'",
    // Pictures that a person is about to send are shown from memory.
    'img-src': "'self' data: blob:",
    'font-src': "'self' data:",
    'connect-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'x-frame-options': 'DENY',
} as const
