import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { finished, root, start } from './run.mjs'
import { Stopped, step } from './step.mjs'

const sources = ['apps/web', 'packages/contract', 'package-lock.json']
const dist = join(root, 'apps/web/dist')
const builtFrom = join(dist, '.built-from')

/** Builds the page, unless it was built from the very files that are there now. */
export async function ensureWebPage() {
  const now = hashOf(sources)
  if (existsSync(builtFrom) && readFileSync(builtFrom, 'utf8') === now) return

  await step('Building the web page', async () => {
    // Anyone who asks may be a test run, whose environment would build another page.
    const env = { NODE_ENV: 'production' }
    const build = start('rsbuild', ['build'], { folder: 'apps/web', stdio: 'pipe', env })
    const { code, output } = await finished(build)
    if (code !== 0) throw new Stopped(`The web page does not build:\n${output}`)
    for (const file of filesOf(dist)) compress(file)
    // Written last, so that an interrupted build is built again.
    writeFileSync(builtFrom, now)
  })
}

/**
 * @param {string[]} paths files and folders from the project's folder
 * @returns {string} the hash of every name and content
 */
function hashOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(filesUnder)) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0')
  }
  return hash.digest('hex')
}

const built = new Set(['dist', 'node_modules'])

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesUnder(path) {
  if (path.endsWith('.json')) return [path]
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => !built.has(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) =>
      entry.isDirectory() ? filesUnder(`${path}/${entry.name}`) : [`${path}/${entry.name}`],
    )
}

/**
 * Every file in a folder, however deep.
 * @param {string} folder
 * @returns {string[]} paths
 */
const filesOf = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** What is worth compressing: fonts and pictures are small already. */
const text = /\.(js|css|html|svg|txt)$/

/**
 * Lay a file's compressed spellings next to it, as small as they can be made, for the server to send.
 * @param {string} file
 */
function compress(file) {
  if (!text.test(file)) return
  const content = readFileSync(file)
  const br = brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
  writeFileSync(`${file}.br`, br)
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
}
