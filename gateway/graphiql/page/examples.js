/** What a new tab begins with, and the jobs that the store is for. The values fit the sample store. */
export const first = `# Ctrl+Enter runs the query,
# Ctrl+Space completes a name.
# On the left: every type,
# your history, and examples.

query WhoAmI {
  viewer {
    id
    name
    email
    roles {
      name
      permissions
    }
  }
}
`;

export const examples = [
  {
    title: 'Find and ship',
    explains:
      'List the orders that can be sent, print what to pick, and ship with a tracking number. Shipping it again changes nothing but that number.',
    query: `query OrdersToShip {
  orders(
    filter: { shipmentState: { eq: READY } }
    sort: [{ field: COMPLETED_AT }]
    perPage: 10
  ) {
    totalCount
    nodes {
      number
      completedAt
      shipAddress {
        fullName
        city
      }
      shipments {
        number
        state
      }
    }
  }
}

query WhatToPick($shipment: String!) {
  shipment(by: { number: $shipment }) {
    number
    stockLocationName
    manifest {
      quantity
      variant {
        sku
        name
      }
    }
  }
}

mutation Ship($shipment: String!, $tracking: String!) {
  shipShipment(by: { number: $shipment }, tracking: $tracking) {
    shipment {
      number
      state
      tracking
      shippedAt
    }
    userErrors {
      message
      allowed
    }
  }
}
`,
    variables: { shipment: 'H10000000036', tracking: 'TRK-4711' },
  },
  {
    title: 'Cancel an order',
    explains:
      'Look at the order first: one that was shipped cannot be canceled. Canceling gives the stock back.',
    query: `query BeforeCanceling($order: String!) {
  order(by: { number: $order }) {
    number
    state
    paymentState
    shipmentState
    total
  }
}

mutation Cancel($order: String!) {
  cancelOrder(by: { number: $order }) {
    order {
      number
      state
      canceledAt
      shipments {
        number
        state
      }
    }
    userErrors {
      message
      allowed
    }
  }
}
`,
    variables: { order: 'R100000048' },
  },
  {
    title: 'Low stock',
    explains:
      'List the variants with fewer than so many units in stock, the fewest first, and add what was delivered. New stock goes to backorders first.',
    query: `query LowStock($below: Int!) {
  variants(
    filter: { countOnHand: { lt: $below } }
    sort: [{ field: COUNT_ON_HAND }]
    perPage: 20
  ) {
    totalCount
    nodes {
      id
      sku
      name
      countOnHand
      backorderable
    }
  }
}

mutation Restock($variant: ID!, $quantity: Int!) {
  adjustStock(
    input: {
      variantId: $variant
      quantity: $quantity
      reason: "Delivery"
    }
  ) {
    stockItem {
      countOnHand
      stockLocation {
        name
      }
    }
    userErrors {
      message
      allowed
    }
  }
}
`,
    variables: { below: 5, variant: '25', quantity: 1 },
  },
  {
    title: 'Backorders',
    explains:
      'List the units that were sold before they were in stock, the oldest first, and the orders with such units of one variant.',
    query: `query Backorders {
  inventoryUnits(
    filter: { state: { eq: BACKORDERED } }
    sort: [{ field: CREATED_AT }]
    perPage: 20
  ) {
    totalCount
    nodes {
      createdAt
      orderId
      variant {
        id
        sku
        name
        countOnHand
      }
    }
  }
}

query WaitingFor($variant: ID!) {
  orders(
    filter: {
      inventoryUnits: {
        state: { eq: BACKORDERED }
        variantId: { eq: $variant }
      }
    }
  ) {
    totalCount
    nodes {
      number
      email
      completedAt
    }
  }
}
`,
    variables: { variant: '25' },
  },
  {
    title: 'A user with a key',
    explains:
      'Create a user for a program, give it the roles it needs, and generate its key. The key is shown only in this answer. Put the id of the new user into the variables first: the one there is of Tom Quay, who ships in the sample store.',
    query: `query RolesToChooseFrom {
  roles {
    nodes {
      name
      permissions
    }
  }
}

mutation CreateUser($input: CreateUserInput!) {
  createUser(input: $input) {
    id
    email
    roles {
      name
    }
  }
}

mutation GenerateKey($user: ID!, $name: String) {
  generateApiKey(userId: $user, name: $name) {
    key
    apiKey {
      id
      name
    }
  }
}
`,
    variables: {
      input: {
        email: 'warehouse@example.test',
        name: 'Warehouse middleware',
        roles: ['shipping_clerk'],
      },
      user: '5',
      name: 'Warehouse scanner',
    },
  },
];
