import { z } from 'zod'
import { ExecInst, ExecType, MDEntryType, OrdStatus, OrdType, Side, TimeInForce } from '../../rules/fix.ts'

const codes = <T extends Record<string, string>>(table: T) =>
  z.enum(Object.values(table) as [T[keyof T], ...T[keyof T][]])

export const sideCode = codes(Side)
export const ordTypeCode = codes(OrdType)
export const timeInForceCode = codes(TimeInForce)
export const execInstCode = codes(ExecInst)
export const ordStatusCode = codes(OrdStatus)
export const execTypeCode = codes(ExecType)
export const mdEntryTypeCode = codes(MDEntryType)
