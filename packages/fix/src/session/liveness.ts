/** A TestRequest(1) follows this share of HeartBtInt(108) after the last message: the interval and its way here. */
const SILENCE = 1.2

/** What the time asks for: to end the connection, or to send a TestRequest(1) or a Heartbeat(0). */
export type Due = 'end' | 'test' | 'heartbeat' | undefined

/** Whether the peer is still there: when messages came and went, and which tests it has not answered. */
export class Liveness {
  #heartBtMs = 0
  #lastReceived = 0
  #lastSent = 0
  /** When a TestRequest(1) was sent that nothing has answered. */
  #testedAt: number | undefined
  /** The TestRequest(1) after a Logon of ours whose answer shows that the peer has everything before it. */
  #probe: { readonly id: string; at: number } | undefined

  /** HeartBtInt(108) in milliseconds; 0 for neither heartbeats nor tests. */
  get heartBtMs(): number {
    return this.#heartBtMs
  }

  set heartBtMs(value: number) {
    this.#heartBtMs = value
  }

  /** Whether the peer has not yet answered the test after the Logon. */
  get isProbing(): boolean {
    return this.#probe !== undefined
  }

  received(now: number): void {
    this.#lastReceived = now
    this.#testedAt = undefined
  }

  sent(now: number): void {
    this.#lastSent = now
  }

  tested(now: number): void {
    this.#testedAt = now
  }

  probed(id: string, now: number): void {
    this.#probe = { id, at: now }
  }

  /** A Heartbeat(0) has come that answers the test with this TestReqID(112). */
  answered(id: string | undefined): void {
    if (this.#probe?.id === id) this.#probe = undefined
  }

  /** No test is answered any more: the connection has ended. */
  forgetTests(): void {
    this.#testedAt = this.#probe = undefined
  }

  setBack(ms: number): void {
    this.#lastReceived -= ms
    this.#lastSent -= ms
    if (this.#testedAt !== undefined) this.#testedAt -= ms
    if (this.#probe) this.#probe.at -= ms
  }

  /** @param isMissing whether messages are missing here: the answer to the probe may wait for them. */
  due(now: number, isMissing: boolean): Due {
    if (this.#heartBtMs === 0) return undefined
    if (now >= this.#probeEnds(isMissing)) return 'end'
    if (this.#testedAt !== undefined && now >= this.#testedAt + this.#heartBtMs) return 'end'
    if (this.#testedAt === undefined && now >= this.#lastReceived + this.#heartBtMs * SILENCE) return 'test'
    return now >= this.#lastSent + this.#heartBtMs ? 'heartbeat' : undefined
  }

  /** When something is due next. */
  nextTimer(isMissing: boolean): number {
    if (this.#heartBtMs === 0) return Number.POSITIVE_INFINITY
    const silence =
      this.#testedAt === undefined
        ? this.#lastReceived + this.#heartBtMs * SILENCE
        : this.#testedAt + this.#heartBtMs
    return Math.min(this.#lastSent + this.#heartBtMs, silence, this.#probeEnds(isMissing))
  }

  /** Until when the test after the Logon must be answered. */
  #probeEnds(isMissing: boolean): number {
    return this.#probe && !isMissing ? this.#probe.at + this.#heartBtMs : Number.POSITIVE_INFINITY
  }
}
