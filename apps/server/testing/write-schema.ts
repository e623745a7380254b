import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateSchema } from './generate-schema.ts'
import { setup } from './test-cluster.ts'
import { testStore } from './test-database.ts'

/** As a program, writes `schema.ts` again from the migrations. */
const tearDown = setup()
const { access, close } = await testStore()
writeFileSync(join(import.meta.dirname, '../src/store/schema.ts'), await generateSchema(access.admin))
await close()
await tearDown()
