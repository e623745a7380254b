import { Side } from '@tradebook/contract'
import { ContractNotes } from './contract-notes.tsx'

const SaleNotesScreen = () => <ContractNotes side={Side.sell} />

export default SaleNotesScreen
