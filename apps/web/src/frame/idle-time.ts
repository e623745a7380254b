/** How long before the end a person is warned. */
const WARNED_BEFORE_MS = 60_000

/** What the idle time is counted with. */
export interface IdleTimePorts {
  /** Milliseconds without a sign of the person after which the session ends. */
  readonly idleMs: number
  /** Epoch milliseconds. A machine that slept was idle, too. */
  readonly now: () => number
  /** When any tab of the browser last saw the person; what is not known yet is `undefined`. */
  readonly shared: { read(): number | undefined; write(at: number): void }
}

export type IdleStanding =
  | { readonly kind: 'present' }
  /** The session ends after `leftMs`, unless the person stays. */
  | { readonly kind: 'warned'; readonly leftMs: number }
  | { readonly kind: 'over' }

/** So often a sign of the person is written for the other tabs. */
const WRITTEN_EVERY_MS = 1_000

/**
 * Counts for how long a person has been idle, over all tabs of the browser. Once the person is warned,
 * only an explicit `stay` counts as a sign: a mouse that is pushed does not keep a session open.
 */
export function openIdleTime({ idleMs, now, shared }: IdleTimePorts) {
  let writtenAt = now()
  shared.write(writtenAt)

  const standing = (): IdleStanding => {
    const seenAt = Math.max(writtenAt, shared.read() ?? writtenAt)
    const leftMs = seenAt + idleMs - now()
    if (leftMs <= 0) return { kind: 'over' }
    return leftMs <= WARNED_BEFORE_MS ? { kind: 'warned', leftMs } : { kind: 'present' }
  }

  const write = () => {
    writtenAt = now()
    shared.write(writtenAt)
  }

  return {
    standing,
    /** A key, pointer or touch. */
    seen(): void {
      if (now() - writtenAt >= WRITTEN_EVERY_MS && standing().kind === 'present') write()
    },
    /** The person answered the warning. A session that is over stays over. */
    stay(): void {
      if (standing().kind !== 'over') write()
    },
  }
}
