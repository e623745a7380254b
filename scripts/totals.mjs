/** So many names of what failed fit on a screen, above the totals. */
const NAMES = 30

/**
 * Ends a test run with the names of what failed and one line: `N passed, N failed`. A file that could not be read
 * and an error outside any test are failures too.
 * @typedef {import('vitest/node').Reporter} Reporter
 * @implements {Reporter}
 */
export default class Totals {
  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly unknown[]} errors
   */
  onTestRunEnd(modules, errors) {
    let passed = 0
    let failed = errors.length
    const names = []
    for (const module of modules) {
      const tests = [...module.children.allTests()]
      const broken = tests.filter((test) => test.result().state === 'failed')
      names.push(...broken.map((test) => `${module.relativeModuleId} > ${test.fullName}`))
      if (broken.length === 0 && !module.ok()) names.push(module.relativeModuleId)
      passed += tests.filter((test) => test.result().state === 'passed').length
      failed += broken.length === 0 && !module.ok() ? 1 : broken.length
    }
    for (const name of names.slice(0, NAMES)) console.log(`failed: ${name}`)
    if (names.length > NAMES) console.log(`and ${names.length - NAMES} more`)
    console.log(`${passed} passed, ${failed} failed`)
  }
}
