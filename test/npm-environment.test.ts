import { expect, test } from 'vitest'
import { environmentForNpm } from '../scripts/dependencies.mjs'
import { root } from '../scripts/run.mjs'

test('npm that installs for `npm --prefix DIR start` has the settings of the machine, and those of the person', () => {
  const kept = { HOME: '/home/ada', npm_config_registry: 'https://registry.example' }
  const moved = {
    npm_config_prefix: root,
    npm_config_global_prefix: root,
    npm_config_local_prefix: root,
    npm_config_globalconfig: `${root}/etc/npmrc`,
  }
  expect(environmentForNpm({ ...kept, ...moved })).toEqual(kept)
})

test('npm installs with an unchanged environment if no folder is named', () => {
  const environment = { npm_config_prefix: '/usr', npm_config_globalconfig: '/usr/etc/npmrc' }
  expect(environmentForNpm(environment)).toEqual(environment)
})
