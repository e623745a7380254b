export {
  type EnterOptions,
  FairGate,
  type GateLimits,
  type GateRefusal,
  type ThreadClock,
} from './fair-gate.ts'
export { RoundRobin, type Turn } from './round-robin.ts'
export { type Rate, TokenBucket, TokenBuckets } from './token-bucket.ts'
