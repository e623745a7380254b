import type { TextKey } from '@tradebook/contract'
import type { z } from 'zod'
import type { Failure, ValidationError } from './envelope.ts'

type Issue = z.core.$ZodIssue

/** Invalid input in ABP's words: a title, a line an error, and the errors by field. */
export function invalidInput(error: z.ZodError): Failure {
  return invalid(
    error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((name) => ({ message: `There is no field ${pascal(name)}.`, members: [name] }))
        : [{ message: messageOf(issue), members: membersOf(issue) }],
    ),
  )
}

/** Fields that hold a text that cannot be kept, or no text where one is meant. */
export const invalidFields = (names: readonly string[]): Failure =>
  invalid(names.map((name) => ({ message: `The field ${pascal(name)} is not valid.`, members: [name] })))

/** Errors of one request that are named: a person corrects no more at a time. */
const MOST_ERRORS = 20

export const invalid = (errors: readonly ValidationError[]): Failure => {
  const validationErrors = errors.slice(0, MOST_ERRORS)
  return {
    message: 'Your request is not valid!',
    details: narrative(validationErrors.map(({ message }) => message)),
    validationErrors,
  }
}

export const TOO_LARGE = 'The request is too large!'

/** A request with members that are too large. */
export const tooLarge = (validationErrors: readonly ValidationError[]): Failure => ({
  ...invalid(validationErrors),
  message: TOO_LARGE,
})

const narrative = (messages: readonly string[]): string =>
  [
    'The following errors were detected during validation.',
    ...messages.map((message) => ` - ${message}`),
    '',
  ].join('\n')

/** A request that is invalid without a field to name. */
export const unreadable = invalid([{ message: 'The request could not be read.', members: [] }])

const membersOf = ({ path }: Issue): string[] => (path.length > 0 ? [path.join('.')] : [])

/** `orderQty` → `OrderQty`, as .NET names the property. */
const pascal = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

function messageOf(issue: Issue): string {
  const field = pascal(issue.path.join('.'))
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? `The ${field} field is required.`
        : `The field ${field} must be ${kinds[issue.expected] ?? issue.expected}.`
    case 'too_small':
      if (issue.origin === 'string') {
        return Number(issue.minimum) === 1
          ? `The ${field} field is required.`
          : `The field ${field} must be a string with a minimum length of ${issue.minimum}.`
      }
      return `The field ${field} must be ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}.`
    case 'too_big':
      return issue.origin === 'string'
        ? `The field ${field} must be a string with a maximum length of ${issue.maximum}.`
        : `The field ${field} must be ${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}.`
    case 'invalid_value':
      return issue.input === undefined
        ? `The ${field} field is required.`
        : `The field ${field} must be one of ${issue.values.map(String).join(', ')}.`
    case 'invalid_format':
      // What a pattern asks for is in no client's words.
      if (issue.message === ('Form.Unseen' satisfies TextKey))
        return `The field ${field} has characters that cannot be seen.`
      if (issue.format === 'regex') return `The field ${field} is not valid.`
      return `The field ${field} is not a valid ${formats[issue.format] ?? issue.format}.`
    default:
      return `The field ${field} is not valid.`
  }
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
}

const formats: Readonly<Record<string, string>> = { datetime: 'date and time', email: 'e-mail address' }
