/**
 * Ends a test run with one line: `N passed, N failed`. A file that could not be read and an error
 * outside any test are failures too.
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
    for (const module of modules) {
      const tests = [...module.children.allTests()]
      const broken = tests.filter((test) => test.result().state === 'failed').length
      passed += tests.filter((test) => test.result().state === 'passed').length
      failed += broken === 0 && !module.ok() ? 1 : broken
    }
    console.log(`${passed} passed, ${failed} failed`)
  }
}
