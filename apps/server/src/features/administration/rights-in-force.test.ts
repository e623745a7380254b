import { HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import { type Execution, hubMethods } from '@tradebook/contract'
import { expect, test } from 'vitest'
import {
  addUser,
  bearing,
  call,
  edgeForAllTests,
  identity,
  meridian,
  ownPasswordOf,
  PASSWORD,
  signIn,
} from '../../http/identity.fixture.ts'
import { HubOnAPracticeMarket } from '../../hub/hub.fixture.ts'
import { execution } from '../../hub/subscribers.fixture.ts'

edgeForAllTests()

const CHANGES = 100
/** Longer than the test: what the hub obeys was published to it. */
const RECHECK_MS = 600_000

test('after each of 100 changes of a role the next request and the hub obey it', async () => {
  await addUser(meridian, 'admin', 'ADMIN')
  const admin = bearing((await signIn('admin')).result.accessToken)
  const role = { name: 'Watcher', displayName: 'Watcher', grantedPermissions: [] as string[] }
  const { id } = (await call('Role/Create', role, admin)).result
  const person = {
    userName: 'watcher',
    name: 'Ada',
    surname: 'Obi',
    emailAddress: 'watcher@meridian.example',
  }
  const watcher = { ...person, isActive: true, password: PASSWORD, roleNames: ['WATCHER'] }
  expect((await call('User/Create', watcher, admin)).error).toBeNull()
  await ownPasswordOf(meridian, 'watcher')
  const token = (await signIn('watcher')).result.accessToken as string

  const market = new HubOnAPracticeMarket({}, RECHECK_MS, identity.sessions)
  await market.start()
  const connection = new HubConnectionBuilder()
    .withUrl(market.url(), { accessTokenFactory: () => token })
    .configureLogging(LogLevel.None)
    .build()
  const received: string[] = []
  connection.on('onExecutionReport', ({ execID }: Execution) => received.push(execID))
  await connection.start()

  const obeyed = { requests: 0, events: 0 }
  for (let change = 1; change <= CHANGES; change++) {
    const isGranted = change % 2 === 1
    const grantedPermissions = isGranted ? ['VIEW_ALL_ORDERS', 'Pages.Roles'] : []
    expect((await call('Role/Update', { ...role, id, grantedPermissions }, admin)).error).toBeNull()
    const { status } = await call('Role/GetAll', {}, bearing(token))
    if (status === (isGranted ? 200 : 403)) obeyed.requests += 1
    const execID = `execution ${change}`
    market.publish(execution(execID, { tenantId: meridian, userId: 0, account: 'MSL000001' }))
    // Answered after what was published before it.
    await connection.invoke(hubMethods.ping)
    if (received.includes(execID) === isGranted) obeyed.events += 1
  }
  expect(obeyed).toEqual({ requests: CHANGES, events: CHANGES })

  // Anyone who is disabled is out of the hub, too.
  const closed = new Promise<void>((resolve) => connection.onclose(() => resolve()))
  const { items } = (await call('User/GetAll', { keyword: 'watcher' }, admin)).result
  await call('User/DeActivate', { id: items[0].id }, admin)
  await closed
  await market.stop()
})
