import { CashMovementsPage } from '../../accounts/cash-movements.tsx'

const AccountOutflowScreen = () => <CashMovementsPage direction="Outflow" />

export default AccountOutflowScreen
