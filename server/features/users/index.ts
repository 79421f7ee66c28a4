export { type UserRow, userColumns, userOf } from './user.ts'
