import { byHand, call } from '../call.ts'
import { instruction, instructionHistory } from '../instruction-shapes.ts'
import { listInput } from '../list-input.ts'
import { instructionList } from '../lists/instructions.ts'
import { listPage } from '../paging.ts'
import {
  closeInstructionInput,
  handOverInput,
  instructionID,
  instructionInput,
} from '../schemas/instructions.ts'

const traders = { any: ['BUY', 'SELL'] } as const
const dealers = { any: ['TRADE_ALL_ACCOUNTS'] } as const

export const instructionCalls = {
  'Instruction/GetAll': call({
    summary: "Clients' instructions, the most urgent first; a customer's own",
    needs: traders,
    input: listInput(instructionList),
    output: listPage(instruction),
  }),
  'Instruction/Get': call({
    summary: 'An instruction with what was done to it',
    needs: traders,
    input: instructionID,
    output: instructionHistory,
  }),
  'Instruction/Save': call({
    summary: "Record a client's instruction; customers give their own where their firm allows it",
    needs: traders,
    limit: byHand,
    once: 'transaction',
    input: instructionInput,
    output: instruction,
  }),
  'Instruction/Take': call({
    summary: 'Take an instruction that no other dealer has',
    needs: dealers,
    limit: byHand,
    input: instructionID,
    output: instruction,
  }),
  'Instruction/HandOver': call({
    summary: 'Hand an instruction that one has over to another dealer, or give it back to all',
    needs: dealers,
    limit: byHand,
    input: handOverInput,
    output: instruction,
  }),
  'Instruction/Close': call({
    summary: 'Close an instruction: no further order draws on it',
    needs: traders,
    limit: byHand,
    input: closeInstructionInput,
    output: instruction,
  }),
}
