interface Named {
  firstName: string
  lastName: string
}

export const fullName = ({ firstName, lastName }: Named) => `${firstName} ${lastName}`
