import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { missingTests } from './named-tests.ts'

const root = new URL('../', import.meta.url)
const text = readFileSync(new URL('docs/security.md', root), 'utf8')

/** Every row: the requirement by its number, its level, and how it holds. */
const rows = [...text.matchAll(/^\| v5\.0\.0-(\S+) \| (\d) \| .+? \| (.+) \|$/gm)].map(
  ([, number = '', level = '', holds = '']) => ({ number, level, holds }),
)

/** The numbers in the lines of requirements that do not apply. */
const notApplying = [...text.matchAll(/^- Do(?:es)? not apply: ([\d., ]+\d):/gm)].flatMap(
  ([, numbers = '']) => numbers.split(', '),
)

/** The levels of a section's requirements, one digit each in the order of their numbers. Source: OWASP ASVS 5.0.0. */
const levels = {
  ...{ '1.1': '22', '1.2': '1111122223', '1.3': '112222222223', '1.4': '222', '1.5': '123' },
  ...{ '2.1': '122', '2.2': '112', '2.3': '12223', '2.4': '23' },
  ...{
    '3.1': '3',
    '3.2': '11',
    '3.3': '12223',
    '3.4': '1122223',
    '3.5': '1112233',
    '3.6': '3',
    '3.7': '22333',
  },
  ...{ '4.1': '12233', '4.2': '23333', '4.3': '22', '4.4': '1222' },
  ...{ '5.1': '2', '5.2': '112333', '5.3': '113', '5.4': '222' },
  ...{ '6.1': '122', '6.2': '111111122223', '6.3': '12233333', '6.4': '112233' },
  ...{ '6.5': '22222333', '6.6': '2223', '6.7': '33', '6.8': '222' },
  ...{ '7.1': '222', '7.2': '1111', '7.3': '22', '7.4': '11222', '7.5': '223', '7.6': '22' },
  ...{ '8.1': '1233', '8.2': '1123', '8.3': '133', '8.4': '23' },
  ...{ '9.1': '111', '9.2': '1222' },
  ...{ '10.1': '22', '10.2': '223', '10.3': '22223', '10.4': '1111122222233333' },
  ...{ '10.5': '22222', '10.6': '22', '10.7': '222' },
  ...{
    '11.1': '2233',
    '11.2': '22233',
    '11.3': '11233',
    '11.4': '122',
    '11.5': '23',
    '11.6': '23',
    '11.7': '33',
  },
  ...{ '12.1': '12233', '12.2': '11', '12.3': '22223' },
  ...{ '13.1': '2333', '13.2': '222223', '13.3': '2233', '13.4': '1222233' },
  ...{ '14.1': '22', '14.2': '12223333', '14.3': '122' },
  ...{ '15.1': '12233', '15.2': '12233', '15.3': '1222222', '15.4': '3333' },
  ...{ '16.1': '2', '16.2': '22222', '16.3': '2222', '16.4': '222', '16.5': '2223' },
}

const levelOf = new Map<string, string>(
  Object.entries(levels).flatMap(([section, digits]) =>
    [...digits].map((level, at) => [`${section}.${at + 1}`, level] as const),
  ),
)

describe('docs/security.md', () => {
  test('names only tests and files that exist', () => {
    const missingFiles = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)*\.\w+)`/g)]
      .map(([, path = '']) => path)
      .filter((path) => path.includes('/') && !existsSync(fileURLToPath(new URL(path, root))))
    expect([...missingTests(text), ...missingFiles]).toEqual([])
  })

  test('has evidence or a gap in every row', () => {
    expect(rows.filter(({ holds }) => !/`[^`]+`|\*\*gap\*\*: ./.test(holds))).toEqual([])
  })

  test('has each requirement of levels 1 and 2 once, with its level', () => {
    const owed = [...levelOf].flatMap(([number, level]) => (level === '3' ? [] : [number]))
    expect([...rows.map(({ number }) => number), ...notApplying].sort()).toEqual(owed.sort())
    expect(rows.filter(({ number, level }) => levelOf.get(number) !== level)).toEqual([])
  })
})
