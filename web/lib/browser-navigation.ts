import { UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router'
import { createNavigation } from './navigation.ts'

/** v5Compat: it tells of the app's own steps as of the browser's. */
export const navigation = createNavigation(createBrowserHistory({ v5Compat: true }))
