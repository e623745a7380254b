import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { makeCertificate } from '../../apps/server/src/http/certificate.fixture.ts'
import { PASSWORD, quietMarket } from '../running-server.ts'
import { type Host, must, Network, pidsOn } from './network.ts'
import { Program } from './program.ts'
import { haproxyConfig, patroniConfig } from './settings.ts'

/** The Debian that `npm run cluster` has built. */
const ROOT = process.env.TRADEBOOK_CLUSTER_ROOT ?? ''
const MAIN = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url))
const PORT = 8080
const START_MS = 180_000
const LOOK_EVERY_MS = 100

/** A machine of the database, with a desk. */
export interface Machine {
  readonly host: Host
  readonly etcd: Program
  readonly patroni: Program
  readonly desk: Program
}

export interface WebNode {
  readonly host: Host
  readonly program: Program
  readonly url: string
  readonly password: string
}

/** Three machines each with etcd, Patroni, PostgreSQL and a desk, besides NATS, two web nodes and HAProxy. */
export class Bed {
  readonly network = new Network(ROOT)
  readonly machines: readonly Machine[]
  readonly webs: readonly [WebNode, WebNode]
  readonly nats: Program
  readonly natsHost: Host
  readonly proxyHost: Host
  /** Where people reach whichever web node is ready. */
  readonly page: { readonly url: string; readonly password: string }
  readonly #folder = mkdtempSync(join(tmpdir(), 'tradebook-cluster-'))
  readonly #databaseUrl: string

  /** Starts all of it; `whole` resolves when it is ready. */
  constructor() {
    must('mount', '-t', 'tmpfs', 'tmpfs', '/run/netns')
    must('mount', '--bind', this.#folder, join(ROOT, 'srv'))
    must('mount', '-t', 'proc', 'proc', join(ROOT, 'proc'))
    must('mount', '-t', 'tmpfs', '-o', 'mode=1777', 'tmpfs', join(ROOT, 'dev/shm'))
    must('chmod', '755', this.#folder)
    const hosts = ['m1', 'm2', 'm3'].map((name, at) => this.network.add(name, 1 + at))
    this.natsHost = this.network.add('nats', 10)
    const webHosts = [this.network.add('web1', 11), this.network.add('web2', 12)] as const
    this.proxyHost = this.network.add('proxy', 20)
    const names = join(this.#folder, 'hosts')
    writeFileSync(names, `127.0.0.1 localhost\n${this.natsHost.address} ${this.natsHost.name}\n`)
    must('mount', '--bind', names, '/etc/hosts')
    this.#databaseUrl = `postgres://postgres:${PASSWORD}@${hosts.map(({ address }) => `${address}:5432`).join()}/postgres?target_session_attrs=read-write`
    const natsFolder = this.#folderOf('nats')
    const certificate = makeCertificate({ hosts: [this.natsHost.name] })
    for (const part of ['cert', 'key'] as const)
      writeFileSync(join(natsFolder, `${part}.pem`), certificate[part])
    const shared = {
      ...quietMarket,
      DATABASE_URL: this.#databaseUrl,
      NATS_URL: `tls://tradebook:${PASSWORD}@${this.natsHost.name}:4222`,
      NATS_CA: join(natsFolder, 'cert.pem'),
      TRADEBOOK_PUBLIC_URL: `http://${this.proxyHost.address}:${PORT}`,
      PORT: String(PORT),
    }
    this.nats = this.#inDebian(this.natsHost, 'nats', 'root', [
      ...['/usr/sbin/nats-server', '--addr', '0.0.0.0', '--user', 'tradebook', '--pass', PASSWORD],
      ...['--tls', '--tlscert', '/srv/nats/cert.pem', '--tlskey', '/srv/nats/key.pem'],
    ])
    this.machines = hosts.map((host) => {
      const { name, address } = host
      const data = this.#folderOf(name)
      must('chroot', ROOT, 'install', '-d', '-o', 'postgres', '-m', '700', `/srv/${name}/postgres`)
      writeFileSync(join(data, 'patroni.yml'), patroniConfig(host, hosts, PASSWORD))
      const cluster = hosts.map((each) => `${each.name}=http://${each.address}:2380`).join()
      return {
        host,
        etcd: this.#inDebian(host, 'etcd', 'root', [
          ...['/usr/bin/etcd', '--name', name, '--data-dir', `/srv/${name}/etcd`, '--log-level', 'warn'],
          ...['--listen-peer-urls', `http://${address}:2380`, '--initial-cluster', cluster],
          ...['--initial-advertise-peer-urls', `http://${address}:2380`],
          ...['--listen-client-urls', `http://${address}:2379`],
          ...['--advertise-client-urls', `http://${address}:2379`],
        ]),
        patroni: this.#inDebian(host, 'patroni', 'postgres', [
          '/usr/bin/patroni',
          `/srv/${name}/patroni.yml`,
        ]),
        desk: this.#tradebook(host, 'desk', { ...shared, TRADEBOOK_ROLE: 'desk', HOST: address }),
      }
    })
    const [one, two] = webHosts.map((host) => ({
      host,
      program: this.#tradebook(host, 'web', {
        ...{ ...shared, TRADEBOOK_ROLE: 'web', HOST: host.address },
        DATABASE_READ_URL: `postgres://postgres:${PASSWORD}@${this.proxyHost.address}:5433/postgres`,
        TRADEBOOK_TRUSTED_PROXIES: this.proxyHost.address,
      }),
      url: `http://${host.address}:${PORT}`,
      password: PASSWORD,
    })) as [WebNode, WebNode]
    this.webs = [one, two]
    this.#folderOf('proxy')
    writeFileSync(
      join(this.#folder, 'proxy', 'haproxy.cfg'),
      haproxyConfig({ address: this.proxyHost.address, port: PORT, webs: webHosts, machines: hosts }),
    )
    this.#inDebian(this.proxyHost, 'haproxy', 'root', [
      '/usr/sbin/haproxy',
      '-db',
      '-f',
      '/srv/proxy/haproxy.cfg',
    ])
    this.page = { url: `http://${this.proxyHost.address}:${PORT}`, password: PASSWORD }
  }

  /** Resolves when every machine and node does its part: one primary with two standbys, a desk that leads, web nodes that are ready. */
  async whole(): Promise<void> {
    const began = performance.now()
    for (;;) {
      const lacking = await this.#lacking()
      if (lacking.length === 0) return
      if (performance.now() - began > START_MS)
        throw new Error(`The test bed lacks ${lacking.join(', ')}; the logs are in ${this.#folder}.`)
      await sleep(LOOK_EVERY_MS)
    }
  }

  /** The machine whose PostgreSQL Patroni has made the primary. */
  async primary(): Promise<Machine> {
    return this.#theOne(await this.primaries(), 'primary')
  }

  /** Those that say now that they are the primary. */
  async primaries(): Promise<Machine[]> {
    return this.#machinesWhere(({ host }) => answers(`http://${host.address}:8008/primary`))
  }

  /** The machine whose desk leads. */
  async leader(): Promise<Machine> {
    return this.#theOne(await this.leaders(), 'leader')
  }

  /** Those whose desks say now that they lead. */
  async leaders(): Promise<Machine[]> {
    return this.#machinesWhere(({ host }) => answers(`http://${host.address}:${PORT}/health/ready`))
  }

  /** The first process of a machine's PostgreSQL. */
  postmaster({ host }: Machine): number {
    const [pid] = readFileSync(join(this.#folder, host.name, 'postgres/data/postmaster.pid'), 'utf8').split(
      '\n',
    )
    // That of the namespace is the one that is signalled here, too.
    return Number(pid)
  }

  /** The whole machine loses its power. */
  killMachine(machine: Machine): void {
    this.network.unplug(machine.host)
    for (const pid of pidsOn(machine.host)) process.kill(pid, 'SIGKILL')
  }

  startMachine({ host, etcd, patroni, desk }: Machine): void {
    this.network.plug(host)
    for (const program of [etcd, patroni, desk]) program.start()
  }

  /** A connection to the primary, past every row policy. The caller ends it. */
  async openDatabase(): Promise<Client> {
    const { host } = await this.primary()
    const client = new Client({
      ...{ host: host.address, user: 'postgres', password: PASSWORD, database: 'postgres' },
    })
    await client.connect()
    return client
  }

  /** Ends all of it. */
  async end(): Promise<void> {
    const { machines, webs, nats } = this
    const programs = machines.flatMap(({ etcd, patroni, desk }) => [desk, patroni, etcd])
    await Promise.all([...webs.map(({ program }) => program), ...programs, nats].map((each) => each.kill()))
  }

  async #lacking(): Promise<string[]> {
    const [primaries, leaders, replicas, ready] = await Promise.all([
      this.primaries(),
      this.leaders(),
      this.#machinesWhere(({ host }) =>
        answers(`http://${host.address}:8008/replica?replication_state=streaming`),
      ),
      Promise.all(this.webs.map(({ url }) => answers(`${url}/health/ready`))),
    ])
    const conditions: readonly (readonly [what: string, isThere: boolean])[] = [
      ['a primary', primaries.length === 1],
      ['two standbys', replicas.length === 2],
      ['a desk that leads', leaders.length === 1],
      ['desks that stand by', this.machines.every(({ desk }) => desk.isRunning)],
      ['web nodes that are ready', ready.every(Boolean)],
    ]
    return conditions.filter(([, isThere]) => !isThere).map(([what]) => what)
  }

  async #machinesWhere(holds: (machine: Machine) => Promise<boolean>): Promise<Machine[]> {
    const held = await Promise.all(this.machines.map(holds))
    return this.machines.filter((_, at) => held[at])
  }

  #theOne([machine, ...others]: readonly Machine[], what: string): Machine {
    if (!machine || others.length > 0) throw new Error(`There is not one ${what}.`)
    return machine
  }

  #folderOf(name: string): string {
    const folder = join(this.#folder, name)
    mkdirSync(folder, { recursive: true })
    return folder
  }

  #inDebian(host: Host, name: string, user: string, command: readonly string[]): Program {
    return new Program({
      host,
      command: ['chroot', `--userspec=${user}`, ROOT, ...command],
      logFile: join(this.#folderOf(host.name), `${name}.log`),
    })
  }

  #tradebook(host: Host, name: string, env: Readonly<Record<string, string>>): Program {
    const data = this.#folderOf(host.name)
    return new Program({
      host,
      command: [process.execPath, MAIN],
      env: { ...env, TRADEBOOK_DATA: join(data, name) },
      logFile: join(data, `${name}.log`),
      isSupervised: true,
    })
  }
}

const ANSWER_MS = 1_000

/** Whether an address answers that all is well. */
export async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) })
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}
