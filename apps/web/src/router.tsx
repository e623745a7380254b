import {
  createBrowserRouter,
  type MiddlewareFunction,
  Outlet,
  type RouteObject,
  redirect,
} from 'react-router'
import { detour, loginFor } from './guards.ts'
import { HOME, LOGIN, type ScreenRow, screens } from './routes.tsx'
import { ExceptionScreen, NotFoundScreen } from './screens/exception/exception-screen.tsx'
import { FailureScreen } from './screens/exception/failure-screen.tsx'
import { signOut } from './screens/logout/sign-out.ts'
import { session } from './session.ts'
import { Splash } from './ui/splash.tsx'
import { word } from './words.ts'

const pathOf = ({ url }: { url: string | URL }): string => {
  const { pathname, search } = new URL(url)
  return pathname + search
}

const screenRoute = (row: ScreenRow): RouteObject => {
  const guard: MiddlewareFunction = ({ request }) => {
    const elsewhere = detour(row, pathOf(request), session())
    if (elsewhere) throw redirect(elsewhere)
  }
  return {
    path: row.path,
    middleware: [guard],
    // Middleware runs for loaders only; the loader also gives the page its name.
    loader: () => {
      document.title = `${word(row.title)} · ${word('App.Name')}`
      return null
    },
    lazy: async () => ({ Component: (await row.screen()).default }),
  }
}

const under = (prefix: string) => screens.filter(({ path }) => path.startsWith(prefix)).map(screenRoute)

/** Errors are caught by the parents: a lazy child that failed to load has nothing to show them with. */
export const createRouter = () =>
  createBrowserRouter([
    {
      errorElement: <FailureScreen />,
      HydrateFallback: Splash,
      children: [
        { path: '/', loader: () => redirect(HOME) },
        {
          path: '/user',
          errorElement: <FailureScreen />,
          children: [{ index: true, loader: () => redirect(LOGIN) }, ...under('/user')],
        },
        {
          path: '/app',
          loader: ({ request }) => (session().user ? null : redirect(loginFor(pathOf(request)))),
          lazy: async () => ({
            Component: (await import(/* webpackChunkName: "frame" */ './frame/app-frame.tsx')).AppFrame,
          }),
          children: [
            { index: true, loader: () => redirect(HOME) },
            { errorElement: <FailureScreen />, element: <Outlet />, children: under('/app') },
          ],
        },
        { path: '/app/logout', loader: signOut },
        { path: '/exception', element: <ExceptionScreen /> },
        { path: '*', element: <NotFoundScreen /> },
      ],
    },
  ])
