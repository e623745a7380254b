import { CashMovementsPage } from '../../accounts/cash-movements.tsx'

const AccountInflowScreen = () => <CashMovementsPage direction="Inflow" />

export default AccountInflowScreen
