import type { ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import pino from 'pino'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { baseDueAt } from './backup-run.ts'
import { whyNotBackedUp } from './failure.ts'
import { type BackupReport, ScheduledBackup } from './scheduled-backup.ts'

const NOON = Date.parse('2026-11-26T11:00:00Z')
let now = NOON
let processes: EventEmitter[]
let backup: ScheduledBackup

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  now = NOON
  processes = []
  backup = new ScheduledBackup({
    config: { backup: '/mnt/backup' },
    log: pino({ level: 'silent' }),
    now: () => now,
    begin: () => {
      const process = Object.assign(new EventEmitter(), { unref() {}, exitCode: 0, signalCode: null })
      processes.push(process)
      return process as unknown as ChildProcess
    },
  })
})
afterEach(async () => {
  await backup.close()
  vi.useRealTimers()
})

const report = (event: BackupReport) => processes.at(-1)?.emit('message', event)
const end = () => processes.at(-1)?.emit('close')

async function figures(): Promise<Record<string, number>> {
  const registry = new Registry()
  backup.register(registry)
  const metrics = await registry.getMetricsAsJSON()
  return Object.fromEntries(metrics.map(({ name, values }) => [name, Number(values[0]?.value)]))
}

test('a backup that keeps up gives no warning, and its age is measured', async () => {
  report({ kind: 'covered', until: NOON - 1_000 })
  // The log without a base backup restores nothing.
  expect((await figures()).tradebook_backup_age_seconds).toBe(0)
  report({ kind: 'base', endedAt: NOON - 60_000 })
  report({ kind: 'covered', until: NOON - 2_000 })
  expect(backup.warnings).toEqual([])
  expect(await figures()).toEqual({
    tradebook_backup_age_seconds: 2,
    tradebook_backup_base_age_seconds: 60,
    tradebook_backup_failures_total: 0,
  })
})

test('a failure is a warning with its reason until the backup covers what came after it', async () => {
  report({ kind: 'base', endedAt: NOON })
  report({ kind: 'covered', until: NOON })
  now += 10_000
  report({ kind: 'failed', reason: 'There is no room left on the disk of /mnt/backup.' })
  end()
  expect(backup.warnings).toEqual([
    'The backup to /mnt/backup failed: There is no room left on the disk of /mnt/backup. What happened after 2026-11-26 12:00:00 in Lagos (2026-11-26T11:00:00.000Z) is not backed up.',
  ])
  vi.advanceTimersByTime(5_000)
  expect(processes).toHaveLength(2)
  end()
  expect(backup.warnings[0]).toContain('Its process has ended.')
  vi.advanceTimersByTime(5_000)
  now += 10_000
  report({ kind: 'covered', until: now - 1_000 })
  expect(backup.warnings).toEqual([])
  expect((await figures()).tradebook_backup_failures_total).toBe(2)
})

test('a backup that falls behind is a warning', () => {
  report({ kind: 'base', endedAt: NOON })
  report({ kind: 'covered', until: NOON })
  now += 121_000
  expect(backup.warnings[0]).toContain('does not keep up. What happened after 2026-11-26 12:00:00')
})

test('a base is due at its time of the day in Lagos', () => {
  const plan = { baseAt: 2 * 60, days: 30 }
  const due = (time: string) => new Date(baseDueAt(Date.parse(time), plan)).toISOString()
  expect(due('2026-11-26T00:59:59Z')).toBe('2026-11-25T01:00:00.000Z')
  expect(due('2026-11-26T01:00:00Z')).toBe('2026-11-26T01:00:00.000Z')
  expect(due('2026-11-26T23:30:00Z')).toBe('2026-11-26T01:00:00.000Z')
})

test('the reason for a failed backup is logged in plain words', () => {
  const failure = (code: string, path?: string) => Object.assign(new Error(code), { code, path })
  expect(whyNotBackedUp(failure('ENOSPC', '/mnt/backup/log/1'), '/mnt/backup')).toBe(
    'There is no room left on the disk of /mnt/backup.',
  )
  expect(whyNotBackedUp(failure('ENOENT', '/mnt/backup/log/1'), '/mnt/backup')).toBe(
    '/mnt/backup/log/1 cannot be used (ENOENT): is the disk of /mnt/backup there?',
  )
  expect(whyNotBackedUp(failure('57P01'), '/mnt/backup')).toBe('The database ended the connection.')
})
