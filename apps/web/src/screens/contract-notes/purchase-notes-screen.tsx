import { Side } from '@tradebook/contract'
import { ContractNotes } from './contract-notes.tsx'

const PurchaseNotesScreen = () => <ContractNotes side={Side.buy} />

export default PurchaseNotesScreen
