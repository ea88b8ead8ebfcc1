import { graphql } from '../graphql.ts';
import { ProductParts } from '../presenters/product.ts';

export const Products = graphql(
  `
    query Products(
      $filter: ProductFilter
      $sort: [ProductSort!]
      $page: Int
      $perPage: Int
      $showDeleted: Boolean
    ) {
      products(
        filter: $filter
        sort: $sort
        page: $page
        perPage: $perPage
        showDeleted: $showDeleted
      ) {
        nodes {
          ...ProductParts
        }
        count
        totalCount
        pages
        currentPage
        perPage
      }
    }
  `,
  [ProductParts],
);

export const ProductByRef = graphql(
  `
    query ProductByRef($ref: String!, $showDeleted: Boolean) {
      product(ref: $ref, showDeleted: $showDeleted) {
        ...ProductParts
      }
    }
  `,
  [ProductParts],
);

/** Fails if the caller may not see the product; returns nothing of it. */
export const ProductExists = graphql(`
  query ProductExists($ref: String!) {
    product(ref: $ref) {
      id
    }
  }
`);

export const CreateProduct = graphql(
  `
    mutation CreateProduct($input: ProductInput!) {
      createProduct(input: $input) {
        product {
          ...ProductParts
        }
        userErrors {
          code
          field
          message
        }
      }
    }
  `,
  [ProductParts],
);

export const UpdateProduct = graphql(
  `
    mutation UpdateProduct($ref: String!, $input: ProductInput!) {
      updateProduct(ref: $ref, input: $input) {
        product {
          ...ProductParts
        }
        userErrors {
          code
          field
          message
        }
      }
    }
  `,
  [ProductParts],
);

export const DeleteProduct = graphql(`
  mutation DeleteProduct($ref: String!) {
    deleteProduct(ref: $ref) {
      product {
        id
      }
      userErrors {
        code
        field
        message
      }
    }
  }
`);
