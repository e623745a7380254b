import type { StaticDocumentSpec } from '@fastify/swagger'
import { type Call, type CallName, calls, type FilesTaken, pathOf, verbOf } from '@tradebook/contract'
import { z } from 'zod'
import { CSV_TYPE } from '../files/csv.ts'
import { WORKBOOK_TYPE } from '../files/workbook.ts'

type Json = Record<string, unknown>
type Document = StaticDocumentSpec['document']

/** The contract as an OpenAPI 3.1 description. */
export function openApi(version: string): Document {
  const description: Json = {
    openapi: '3.1.0',
    info: {
      title: 'Tradebook',
      version,
      description:
        'Paths are case-insensitive. Money is in naira with at most two decimals, times are ISO 8601 in UTC, codes are FIX codes as text. A refusal for a business reason has status 500 and a stable `error.code`; a temporary refusal has 429 or 503 and `Retry-After`.',
    },
    servers: [{ url: '/' }],
    tags: [...new Set(names.map(serviceOf))].map((name) => ({ name })),
    paths: Object.fromEntries(
      names.map((name) => [pathOf(name, calls[name]), { [verb(name)]: operation(name) }]),
    ),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Failure: failureSchema },
    },
  }
  return description as unknown as Document
}

const names = Object.keys(calls) as CallName[]
const serviceOf = (name: CallName): string => name.slice(0, name.indexOf('/'))
const verb = (name: CallName): string => verbOf(name, calls[name]).toLowerCase()

function operation(name: CallName): Json {
  const row: Call = calls[name]
  const input = schemaOf(row.input, 'input')
  const inQuery = ['get', 'delete'].includes(verb(name))
  return {
    operationId: name.replace('/', '_'),
    tags: [serviceOf(name)],
    summary: row.summary,
    description: whoMay(row.needs),
    security: row.needs === 'anyone' ? [] : [{ bearer: [] }],
    ...(row.once ? { parameters: [keyParameter] } : {}),
    ...(inQuery
      ? { parameters: parametersOf(input) }
      : { requestBody: { required: true, content: contentOf(row, input) } }),
    responses: {
      200: row.gives === 'file' ? file : json('Success', envelope(schemaOf(row.output, 'output'))),
      400: failed('The input is not valid'),
      ...(row.needs === 'anyone' ? {} : { 401: failed('Nobody is signed in') }),
      ...(typeof row.needs === 'object' ? { 403: failed('A permission is missing') } : {}),
      ...(row.once
        ? {
            409: failed('It is not known whether the request of this Idempotency-Key was carried out'),
            422: failed('The Idempotency-Key belongs to another request'),
          }
        : {}),
      500: failed('A refusal of business, which `error.code` names'),
    },
  }
}

const keyParameter: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  description:
    'A text of the caller’s making. The same request with the same key is answered as the first was, for 24 hours, and carried out once; another request with it is refused with code 6003.',
}

const contentOf = ({ takes }: Call, input: Json): Json =>
  takes
    ? {
        'multipart/form-data': { schema: { allOf: [input, filesSchema(takes)] } },
        ...(takes.parts ? { 'application/json': { schema: input } } : {}),
      }
    : { 'application/json': { schema: input } }

function filesSchema({ files, kinds, bytes, parts }: FilesTaken): Json {
  const items = { type: 'string', format: 'binary' }
  const description = `Each at most ${bytes} bytes: ${kinds.join(', ')}`
  if (parts)
    return {
      type: 'object',
      properties: Object.fromEntries(parts.map((part) => [part, { ...items, description }])),
    }
  return {
    type: 'object',
    required: ['files'],
    properties: { files: { type: 'array', minItems: 1, maxItems: files, items, description } },
  }
}

const whoMay = (needs: Call['needs']): string => {
  if (needs === 'anyone') return 'Anybody, signed in or not.'
  if (needs === 'signedIn') return 'Anyone who is signed in.'
  if (needs === 'member') return 'Anyone who is signed in and has a role.'
  return 'all' in needs ? `Needs ${needs.all.join(' and ')}.` : `Needs ${needs.any.join(' or ')}.`
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  })
  return rest
}

const parametersOf = ({ properties = {}, required = [] }: Json): Json[] =>
  Object.entries(properties as Json).map(([name, schema]) => ({
    name,
    in: 'query',
    required: (required as string[]).includes(name),
    schema,
  }))

const json = (description: string, schema: Json): Json => ({
  description,
  content: { 'application/json': { schema } },
})

const file: Json = {
  description: 'The file, sent as an attachment piece by piece',
  content: {
    [CSV_TYPE]: { schema: { type: 'string' } },
    [WORKBOOK_TYPE]: { schema: { type: 'string', format: 'binary' } },
  },
}

const failed = (description: string): Json => json(description, { $ref: '#/components/schemas/Failure' })

const envelope = (result: Json): Json => ({
  type: 'object',
  required: ['result', 'targetUrl', 'success', 'error', 'unAuthorizedRequest', '__abp'],
  properties: {
    result,
    targetUrl: { type: 'null' },
    success: { const: true },
    error: { type: 'null' },
    unAuthorizedRequest: { type: 'boolean' },
    __abp: { const: true },
  },
})

const nullable = (type: string): Json => ({ type: [type, 'null'] })

const failureSchema: Json = {
  type: 'object',
  required: ['result', 'targetUrl', 'success', 'error', 'unAuthorizedRequest', '__abp'],
  properties: {
    result: { type: 'null' },
    targetUrl: { type: 'null' },
    success: { const: false },
    error: {
      type: 'object',
      required: ['code', 'message', 'details', 'validationErrors'],
      properties: {
        code: { type: 'integer' },
        message: { type: 'string' },
        details: nullable('string'),
        validationErrors: {
          ...nullable('array'),
          items: {
            type: 'object',
            properties: {
              message: { type: 'string' },
              members: { type: 'array', items: { type: 'string' } },
            },
          },
        },
        data: { type: 'object' },
      },
    },
    unAuthorizedRequest: { type: 'boolean' },
    __abp: { const: true },
  },
}
