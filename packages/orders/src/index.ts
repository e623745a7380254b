export * from './checks.ts'
export * from './order.ts'
export * from './wire.ts'
