import { t } from 'i18next'
import type { ComponentType } from 'react'
import {
  createBrowserRouter,
  type MiddlewareFunction,
  Outlet,
  type RouteObject,
  redirect,
  useLoaderData,
} from 'react-router'
import { detour } from './guards.ts'
import { HOME, LANDING, LOGIN, LOGOUT, loginFor } from './paths.ts'
import { type ScreenRow, screens } from './routes.ts'
import { ExceptionScreen, NotFoundScreen } from './screens/exception/exception-screen.tsx'
import { FailureScreen } from './screens/exception/failure-screen.tsx'
import { signOut } from './screens/logout/sign-out.ts'
import { loadMoreTexts, session } from './session.ts'
import { Splash } from './ui/splash.tsx'

const pathOf = ({ url }: { url: string | URL }): string => {
  const { pathname, search } = new URL(url)
  return pathname + search
}

const appFrame = () => import(/* webpackChunkName: "frame" */ './frame/app-frame.tsx')

/**
 * Begins to fetch the code of the screen at an address, for somebody who seems to be signed in: while the session is
 * asked for, a slow line has nothing else to carry. The loaders fetch it all the same; what failed is fetched again there.
 */
export function fetchAhead(path: string): void {
  const asked = path === '/' || path === '/app' ? HOME : path
  const row = screens.find((screen) => screen.path === asked)
  if (row?.path.startsWith('/app')) void Promise.all([appFrame(), row.screen()]).catch(() => {})
}

/** What the route's loader fetched. */
const Loaded = () => {
  const Screen = useLoaderData() as ComponentType
  return <Screen />
}

const screenRoute = (row: ScreenRow): RouteObject => {
  const guard: MiddlewareFunction = ({ request }) => {
    const elsewhere = detour(row, pathOf(request), session())
    if (elsewhere) throw redirect(elsewhere)
  }
  return {
    path: row.path,
    middleware: [guard],
    // Fetched by the loader, not by `lazy`, which would begin before the guard has answered.
    loader: async () => {
      const [{ default: Screen }] = await Promise.all([row.screen(), !row.isMetFirst && loadMoreTexts()])
      document.title = `${t(row.title)} · ${t('App.Name')}`
      return Screen
    },
    Component: Loaded,
  }
}

const under = (prefix: string) => screens.filter(({ path }) => path.startsWith(prefix)).map(screenRoute)

/** What lies around the screens that are open to everybody. */
const publicFrame: Pick<RouteObject, 'errorElement' | 'loader' | 'Component'> = {
  errorElement: <FailureScreen />,
  loader: async () => {
    const { PublicFrame } = await import(/* webpackChunkName: "login" */ './frame/public-frame.tsx')
    return PublicFrame
  },
  Component: Loaded,
}

/** Errors are caught by the parents: a lazy child that failed to load has nothing to show them with. */
export const createRouter = () =>
  createBrowserRouter([
    {
      errorElement: <FailureScreen />,
      HydrateFallback: Splash,
      children: [
        { path: '/', loader: () => redirect(HOME) },
        { ...publicFrame, children: under(LANDING) },
        {
          ...publicFrame,
          path: '/user',
          children: [{ index: true, loader: () => redirect(LOGIN) }, ...under('/user')],
        },
        {
          path: '/app',
          loader: async ({ request }) => {
            if (!session().user) return redirect(loginFor(pathOf(request)))
            const { AppFrame, connectAhead } = await appFrame()
            connectAhead()
            return AppFrame
          },
          Component: Loaded,
          children: [
            { index: true, loader: () => redirect(HOME) },
            { errorElement: <FailureScreen />, element: <Outlet />, children: under('/app') },
          ],
        },
        { path: LOGOUT, loader: signOut },
        { path: '/exception', element: <ExceptionScreen /> },
        { path: '*', element: <NotFoundScreen /> },
      ],
    },
  ])
