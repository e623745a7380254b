import { spawnSync } from 'node:child_process'

/** Machines that are network namespaces, joined by a bridge, inside the namespace of the test bed itself. */

const BRIDGE = 'bed'
const BLOCK = '10.77.0'
/** Where the tests are. */
export const BED_ADDRESS = `${BLOCK}.254`

/** What becomes of the packets of a link. */
export type Fault = 'drop' | 'reset' | 'loss'

const rules: Readonly<Record<Fault, readonly (readonly string[])[]>> = {
  drop: [['-j', 'DROP']],
  reset: [
    ['-p', 'tcp', '-j', 'REJECT', '--reject-with', 'tcp-reset'],
    ['-j', 'DROP'],
  ],
  loss: [['-m', 'statistic', '--mode', 'random', '--probability', '0.3', '-j', 'DROP']],
}

export interface Host {
  readonly name: string
  readonly address: string
}

export class Network {
  readonly #root: string

  /** @param root the Debian whose iptables is used. */
  constructor(root: string) {
    this.#root = root
    must('ip', 'link', 'set', 'lo', 'up')
    must('ip', 'link', 'add', BRIDGE, 'type', 'bridge')
    must('ip', 'addr', 'add', `${BED_ADDRESS}/24`, 'dev', BRIDGE)
    must('ip', 'link', 'set', BRIDGE, 'up')
  }

  /** A machine of its own on the bridge. */
  add(name: string, number: number): Host {
    const address = `${BLOCK}.${number}`
    must('ip', 'netns', 'add', name)
    must('ip', 'link', 'add', portOf(name), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
    must('ip', 'link', 'set', portOf(name), 'master', BRIDGE, 'up')
    must('ip', '-n', name, 'addr', 'add', `${address}/24`, 'dev', 'eth0')
    for (const device of ['lo', 'eth0']) must('ip', '-n', name, 'link', 'set', device, 'up')
    return { name, address }
  }

  /** Takes a machine off the network, as when it loses its power: nobody is told that its connections ended. */
  unplug({ name }: Host): void {
    must('ip', 'link', 'set', portOf(name), 'down')
  }

  plug({ name }: Host): void {
    must('ip', 'link', 'set', portOf(name), 'up')
  }

  /** Breaks what one machine receives from others. */
  break(at: Host, from: readonly Host[], fault: Fault): void {
    for (const { address } of from)
      for (const rule of rules[fault]) this.#filter(at, ['-A', 'INPUT', '-s', address, ...rule])
  }

  heal(at: Host): void {
    this.#filter(at, ['-F', 'INPUT'])
  }

  #filter({ name }: Host, args: readonly string[]): void {
    must('ip', 'netns', 'exec', name, 'chroot', this.#root, 'iptables', ...args)
  }
}

/** Processes that run on a machine. */
export const pidsOn = ({ name }: Host): number[] =>
  must('ip', 'netns', 'pids', name).split('\n').filter(Boolean).map(Number)

const portOf = (name: string) => `to-${name}`

/** Runs a command. @throws Error with what it said, where it fails. */
export function must(command: string, ...args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr || error?.message}`)
  return stdout
}
