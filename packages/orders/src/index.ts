export * from './checks.ts'
export * from './expiry.ts'
export * from './order.ts'
export * from './wire.ts'
