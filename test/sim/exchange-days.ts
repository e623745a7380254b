import { runTradingDay } from '@tradebook/exchange/oracle'

/**
 * Runs so many random trading days through the exchange and the naive exchange, from a seed on. Prints
 * every seed whose day differs, and how to run it again. @returns how many did.
 */
export function runExchangeDays(firstSeed: number, days: number): number {
  const shares: Record<string, number> = {}
  let commands = 0
  let differences = 0
  for (let seed = firstSeed; seed < firstSeed + days; seed++) {
    try {
      const day = runTradingDay(seed)
      commands += day.commands
      for (const [how, count] of Object.entries(day.shares)) shares[how] = (shares[how] ?? 0) + count
    } catch (error) {
      differences += 1
      console.error(`seed ${seed}: ${error}`)
      console.error(`again: npm run sim -- --exchange-days 1 --seed ${seed}\n`)
    }
  }
  const traded = Object.entries(shares).map(([how, count]) => `${count} shares ${how}`)
  console.log(`${days} trading days from seed ${firstSeed}, ${commands} commands: ${traded.join(', ')}`)
  console.log(`${differences} differences between the exchange and the naive exchange`)
  return differences
}
