import type { PriceKobo, Quantity } from '@tradebook/contract'
import type { OrderEnd } from '@tradebook/orders'
import type { NumberedCommand } from '../../venue/commands.ts'

/** What a pending replace asks for, as its order would hold for it. */
export interface ReplacedHold {
  readonly leaves: Quantity
  readonly worstPx: PriceKobo
  /** CumQty (14) of the order when it was asked: what has traded since is open no longer. */
  readonly cumQty: Quantity
}

/** A command to a venue on a line, as the record has it. */
export interface CommandLine extends NumberedCommand {
  /** Of the order's firm. */
  readonly firm: number
  readonly marketDate: string
  /** What a replace asks for, as the order holds for it; `null` of any other command. */
  readonly becomes: ReplacedHold | null
  /** Of a cancel that the desk itself asked for: how the order ends by it. */
  readonly ends: OrderEnd | null
  /** When it was decided, epoch milliseconds of the market. */
  readonly at: number
  /** When it could be sent for the first time, which may have happened; `null`: it certainly was not sent. */
  readonly releasedAt: number | null
  /** When the venue's reports answered it; `null` while they have not. */
  readonly answeredAt: number | null
}
