import { config } from 'zod/v4/core'

// Zod compiles the schema of an object by `new Function`, and probes for it as soon as a schema is made.
// The content security policy of the page forbids both and reports each attempt.
config({ jitless: true })
