export * from './checks.ts'
export * from './order.ts'
export * from './turn-of-day.ts'
export * from './wire.ts'
