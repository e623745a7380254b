export { RoundRobin, type Turn } from './round-robin.ts'
export { type Rate, TokenBucket, TokenBuckets } from './token-bucket.ts'
