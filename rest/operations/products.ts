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
    query ProductByRef($by: ProductBy!, $showDeleted: Boolean) {
      product(by: $by, showDeleted: $showDeleted) {
        ...ProductParts
      }
    }
  `,
  [ProductParts],
);

/** Fails if the caller may not see the product; returns nothing of it. */
export const ProductExists = graphql(`
  query ProductExists($by: ProductBy!) {
    product(by: $by) {
      id
    }
  }
`);

export const CreateProduct = graphql(
  `
    mutation CreateProduct($input: CreateProductInput!) {
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
    mutation UpdateProduct($by: ProductBy!, $input: UpdateProductInput!, $ifVersion: Int) {
      updateProduct(by: $by, input: $input, ifVersion: $ifVersion) {
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
  mutation DeleteProduct($by: ProductBy!) {
    deleteProduct(by: $by) {
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
