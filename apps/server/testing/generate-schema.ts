import { Client, type ClientConfig } from 'pg'

/**
 * `schema.ts` as the migrated database dictates it: one interface a table, columns in their order.
 * `node apps/server/testing/write-schema.ts` writes the file; a test holds it to the migrations.
 */
export async function generateSchema(access: ClientConfig): Promise<string> {
  const client = new Client(access)
  await client.connect()
  try {
    const { rows } = await client.query<Column>(columnsQuery)
    const tables = Map.groupBy(rows, ({ table }) => table)
    const interfaces = [...tables].map(([table, columns]) => {
      const lines = columns.map((column) => `  ${column.name}: ${typeOf(column)}`)
      return `export interface ${interfaceName(table)} {\n${lines.join('\n')}\n}\n`
    })
    const database = [...tables.keys()].map((table) => `  ${table}: ${interfaceName(table)}`)
    return [
      '// Written by testing/write-schema.ts from the migrated database. Change the migrations, then run it again. Longer than 300 lines, for it has every table.\n',
      "import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'\n",
      ...interfaces,
      `export interface Database {\n${database.join('\n')}\n}\n`,
    ].join('\n')
  } finally {
    await client.end()
  }
}

interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly nullable: boolean
  /** `a` an identity always generated, `d` one by default, empty none. */
  readonly identity: string
  readonly hasDefault: boolean
}

const columnsQuery = `
  SELECT relname AS table, attname AS name, format_type(atttypid, NULL) AS type,
    NOT attnotnull AS nullable, attidentity AS identity, atthasdef AS "hasDefault"
  FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
    AND attnum > 0 AND NOT attisdropped AND relname NOT LIKE 'kysely_%'
  ORDER BY relname, attnum`

const types: Readonly<Record<string, string>> = {
  integer: 'number',
  smallint: 'number',
  bigint: 'bigint',
  numeric: 'string',
  text: 'string',
  uuid: 'string',
  date: 'string',
  boolean: 'boolean',
  'timestamp with time zone': 'Date',
  bytea: 'Buffer',
  'text[]': 'string[]',
}

function typeOf({ table, name, type, nullable, identity, hasDefault }: Column): string {
  if (type === 'jsonb' || type === 'json')
    return nullable ? 'JSONColumnType<object | null>' : 'JSONColumnType<object>'
  const base = types[type]
  if (!base) throw new Error(`${table}.${name}: no type is chosen for ${type}`)
  const whole = nullable ? `${base} | null` : base
  if (identity === 'a') return `GeneratedAlways<${whole}>`
  return identity === 'd' || hasDefault ? `Generated<${whole}>` : whole
}

const interfaceName = (table: string): string =>
  table.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
