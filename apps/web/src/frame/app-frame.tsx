import { Outlet } from 'react-router'

export const AppFrame = () => <Outlet />
