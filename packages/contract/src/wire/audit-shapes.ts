import { z } from 'zod'

/** What a call changed of one thing; null where there was none before, or is none any more. */
const auditChange = z.object({
  entity: z.string(),
  id: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
})
export type AuditChange = z.infer<typeof auditChange>

/** A member that was sent or changed, in words; null where it has no value. */
const auditField = z.object({
  /** As the code names it. */
  name: z.string(),
  title: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export type AuditField = z.infer<typeof auditField>

/** A row of the audit trail, by ABP's fields, and in the reader's language. */
export const auditRow = z.object({
  /**
   * The row's number in the firm's chain: 1, 2, 3 … without a gap. Of a row that is not chained yet the one that it will
   * have; of one that was added among rows that are chained its number in the table, below zero.
   */
  id: z.string(),
  /** The firm; null of the host. */
  tenantId: z.number().int().nullable(),
  userId: z.number().int().nullable(),
  userName: z.string().nullable(),
  serviceName: z.string(),
  methodName: z.string(),
  /** JSON of what was asked, without secrets; shortened where it is long. */
  parameters: z.string(),
  executionTime: z.string(),
  /** Milliseconds. */
  executionDuration: z.number().int(),
  clientIpAddress: z.string().nullable(),
  clientName: z.string().nullable(),
  browserInfo: z.string().nullable(),
  /** Why it was refused, or what failed. */
  exception: z.string().nullable(),
  hasException: z.enum(['true', 'false']),
  customData: z.string().nullable(),
  impersonatorUserId: z.number().int().nullable(),
  impersonatorTenantId: z.number().int().nullable(),
  /** What was called, in words. */
  call: z.string(),
  /** The customers whom it is about, by name: who did it, or what it named or changed. Null of a row that is about none. */
  customerName: z.string().nullable(),
  /** Why it was refused, or what failed, in words. */
  reason: z.string().nullable(),
  /** What was asked, in words: the members that have a value. */
  asked: z.array(auditField),
  /** The same as one text, for lists and files. */
  askedText: z.string(),
  /** The remarks of `customData` in words. */
  remarks: z.string().nullable(),
  /** What was changed: as it was recorded, and in words the members that differ. */
  changes: z.array(auditChange.extend({ thing: z.string(), fields: z.array(auditField) })),
  /** The same as one text, in words, and as JSON by the names of the code. */
  changed: z.string(),
  changedData: z.string(),
  /** The row's link of the chain, and that before it, in hexadecimal; null until it is chained, within a second. */
  hash: z.string().nullable(),
  previousHash: z.string().nullable(),
})
export type AuditRow = z.infer<typeof auditRow>

/** A file that somebody was given. */
export const reportLogRow = z.object({
  id: z.string(),
  userId: z.number().int().nullable(),
  userName: z.string().nullable(),
  serviceName: z.string(),
  methodName: z.string(),
  /** JSON of filters, sorting, columns and format. */
  parameters: z.string(),
  /** What was asked for, in words. */
  call: z.string(),
  /** Whose document it is: the customer whose account, note or request was named; null of a file of several or none. */
  customerName: z.string().nullable(),
  account: z.string().nullable(),
  /** The filters in words. */
  askedText: z.string(),
  /** All that was asked, in words: filters, sorting, columns and format. */
  asked: z.array(auditField),
  /** Null of files that were given before addresses were kept. */
  clientIpAddress: z.string().nullable(),
  fileName: z.string(),
  rowCount: z.number().int(),
  /** Not where its reader left before the end. */
  isComplete: z.enum(['true', 'false']),
  executionTime: z.string(),
  /** Milliseconds. */
  executionDuration: z.number().int(),
})
export type ReportLogRow = z.infer<typeof reportLogRow>

/**
 * What is wrong with a chain: a row was changed, rows are missing, a row was added, the chain was cut, or it does
 * not lead to the head that was recorded.
 */
const chainFaults = ['changed', 'missing', 'added', 'cut', 'head'] as const
export type ChainFault = (typeof chainFaults)[number]

/** What became of a verification of the chain. */
export const chainVerification = z.object({
  ok: z.boolean(),
  /** How many rows are what was chained. */
  rows: z.number().int(),
  /**
   * By its number in the firm's chain, the first row at which the chain is broken: of one that was added the row before
   * it, of missing ones the row behind them, of a cut the end that was recorded.
   */
  firstBroken: z.string().optional(),
  fault: z.enum(chainFaults).optional(),
})
export type ChainVerification = z.infer<typeof chainVerification>

/** A trade of the firm. */
export const firmTrade = z.object({
  /** Of the execution. */
  execID: z.string(),
  transactTime: z.string(),
  securityID: z.string(),
  side: z.enum(['1', '2']),
  lastQty: z.number().int(),
  lastPx: z.number(),
  /** Naira. */
  value: z.number(),
  account: z.string(),
  customerName: z.string(),
  userName: z.string(),
  orderID: z.string(),
  tradeNumber: z.number().int().nullable(),
  /** What its ledger entry posted: null where it has none, as of a trade before the ledger kept charges. */
  noteNumber: z.number().int().nullable(),
  settlementDate: z.string().nullable(),
  /** Naira: the firm's own part of the charges, without VAT. */
  commission: z.number().nullable(),
  /** Naira: all charges with their VAT, the commission among them. */
  totalFees: z.number().nullable(),
  /** Naira: what the customer pays of a purchase, or receives of a sale. */
  netAmount: z.number().nullable(),
  /** Whether a broker brought both sides together. */
  isCross: z.enum(['true', 'false']),
})
export type FirmTrade = z.infer<typeof firmTrade>

/** Sums over trades, in shares and naira: of all that pass the filters or, where there are more than are counted, of those that are. */
export const firmTradeTotals = z.object({
  lastQty: z.number().int(),
  value: z.number(),
  commission: z.number(),
  totalFees: z.number(),
})
