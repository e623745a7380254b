import { execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Builds the package as it is published: JavaScript with its types, in a tarball. What it uses of
 * `@tradebook/scheduling`, which is not published, becomes a part of it.
 *
 * `node packages/signalr/pack.ts FOLDER` leaves the tarball in that folder.
 */

const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url))
const PACKAGE = join(REPOSITORY, 'packages/signalr')
const OWN = '@tradebook/scheduling'

/** @returns the path of the tarball, which is in `folder`. */
export function pack(folder: string): string {
  const work = mkdtempSync(join(tmpdir(), 'signalr-pack-'))
  try {
    const manifest = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'))
    copySource(join(PACKAGE, 'src'), join(work, 'src'))
    copySource(join(REPOSITORY, 'packages/scheduling/src'), join(work, 'src/scheduling'))
    const { [OWN]: _own, ...dependencies } = manifest.dependencies
    const { name, version, description, license, type, sideEffects } = manifest
    const published = {
      name,
      version,
      description,
      license,
      type,
      sideEffects,
      dependencies,
      engines: { node: '>=22' },
      exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
      files: ['dist'],
    }
    writeFileSync(join(work, 'package.json'), JSON.stringify(published, null, 2))
    // The compiler looks up there that these are ECMAScript modules.
    compile(work)
    cpSync(join(PACKAGE, 'README.md'), join(work, 'README.md'))
    cpSync(join(REPOSITORY, 'LICENSE'), join(work, 'LICENSE'))
    mkdirSync(folder, { recursive: true })
    const npm = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder]
    execFileSync('npm', npm, { cwd: work, stdio: 'ignore' })
    return join(folder, readdirSync(folder).find((file) => file.endsWith('.tgz'))!)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** Copies all but tests, with imports of the unpublished package made relative. */
function copySource(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const file of readdirSync(from)) {
    if (/\.(test|fixture)\.ts$/.test(file)) continue
    const text = readFileSync(join(from, file), 'utf8')
    writeFileSync(join(to, file), text.replaceAll(`'${OWN}'`, `'./scheduling/index.ts'`))
  }
}

function compile(work: string): void {
  const compilerOptions = {
    noEmit: false,
    outDir: 'dist',
    rootDir: 'src',
    declaration: true,
    rewriteRelativeImportExtensions: true,
    types: ['node'],
  }
  const config = { extends: join(REPOSITORY, 'tsconfig.base.json'), compilerOptions, include: ['src'] }
  writeFileSync(join(work, 'tsconfig.json'), JSON.stringify(config))
  symlinkSync(join(REPOSITORY, 'node_modules'), join(work, 'node_modules'))
  execFileSync(join(REPOSITORY, 'node_modules/.bin/tsc'), ['-p', work], { stdio: 'inherit' })
}

const [folder] = process.argv.slice(2)
if (import.meta.main && folder) console.log(pack(folder))
