import type { TextKey } from '../words/words.ts'

/** Customers' instructions. Orders that staff enter for customers draw on them. */

/** Days for which an instruction may be given. */
export const LONGEST_INSTRUCTION_DAYS = 90

/** How an instruction was received. */
export const instructionMedia = {
  telephone: 'Instruction.Medium.telephone',
  mail: 'Instruction.Medium.mail',
  letter: 'Instruction.Medium.letter',
  message: 'Instruction.Medium.message',
  inPerson: 'Instruction.Medium.inPerson',
  screen: 'Instruction.Medium.screen',
} as const satisfies Readonly<Record<string, TextKey>>
export type InstructionMedium = keyof typeof instructionMedia
export const instructionMediumNames = Object.keys(instructionMedia) as [
  InstructionMedium,
  ...InstructionMedium[],
]

/** `waiting`: no dealer has it. `taken`: one dealer has it. `closed`: no further order can draw on it. */
export const instructionStates = {
  waiting: 'Instruction.State.waiting',
  taken: 'Instruction.State.taken',
  closed: 'Instruction.State.closed',
} as const satisfies Readonly<Record<string, TextKey>>
export type InstructionState = keyof typeof instructionStates

/** What was done to an instruction. */
export const instructionEvents = {
  entered: 'Instruction.Event.entered',
  taken: 'Instruction.Event.taken',
  handedOver: 'Instruction.Event.handedOver',
  released: 'Instruction.Event.released',
  closed: 'Instruction.Event.closed',
} as const satisfies Readonly<Record<string, TextKey>>
export type InstructionEvent = keyof typeof instructionEvents
